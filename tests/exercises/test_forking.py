"""How do requests share a prompt?"""

import kvlesson as kv


def test_copies_and_new_blocks() -> None:
    assert (kv.PROMPT_WITH_A_PART, kv.PROMPT_OF_WHOLE_BLOCKS, kv.FORKED_SAMPLES) == (6, 8, 4)
    assert kv.first_writes(kv.PROMPT_WITH_A_PART, kv.FORKED_SAMPLES) == (3, 3)
    assert kv.first_writes(kv.PROMPT_OF_WHOLE_BLOCKS, kv.FORKED_SAMPLES) == (0, 4)


def test_the_ceiling() -> None:
    samples = list(kv.PARALLEL_SAVING_PERCENT)
    predicted = [round(100 * kv.sharing_saving(n)) for n in samples]
    assert (predicted, 100 * kv.PROMPT_SHARE) == ([6, 9, 10], 12)
    assert (samples[0], samples[-1]) == kv.SAVING_WITH_SAMPLES  # those that the text names
    wrong = [round(100 * (1 - 1 / n)) for n in samples]
    assert wrong == [round(100 * kv.beam_ceiling(n)) for n in samples] == [50, 75, 83]


def test_what_was_freed_is_a_reference() -> None:
    assert kv.STUCK_POOL_BLOCKS == 2
    assert kv.stuck_pair() == (("S1", "S2"), 0, True)
    assert kv.stuck_pair(8, 6, 4) == ((), 1, True)  # the copy that it wrote into


def test_a_shared_slot_counts_once() -> None:
    forked, last = kv.prefix_sharing_example()[1], kv.prefix_sharing_example()[-1]
    assert (forked.wasted, kv.allocated_less_lengths(forked)) == (2, -4)
    assert (last.wasted, kv.allocated_less_lengths(last)) == (2, -2)
