"""The library behind the lesson *Why AI servers waste memory, and how paging fixes it*.

Every public name of the modules below can be imported from here; `drawing` and `conformance` keep theirs to themselves.
"""
# ruff: noqa: F403

from . import (
    attention,
    audit,
    beams,
    block_allocator,
    block_manager,
    block_sizes,
    bookkeeping,
    buddy,
    capacity,
    churn,
    contiguous,
    edited_prompt,
    exercises,
    first_fit,
    first_steps,
    kv_sizes,
    own_experiment,
    printed_bars,
    published,
    published_sums,
    rebuilt_bars,
    roofline,
    saturated_queue,
    scattered,
    seeds,
    settling,
    sharing,
    shuffle,
    side_by_side,
    slab_example,
    slab_policies,
    snapshots,
    softmax_trace,
    tables,
    tail,
    teaching,
    throughput,
    torn_sentence,
    waterfall,
    worked_examples,
    workload,
)
from . import conformance as conformance  # its names stay there: run would say little here
from .attention import *
from .audit import *
from .beams import *
from .block_allocator import *
from .block_manager import *
from .block_sizes import *
from .bookkeeping import *
from .buddy import *
from .capacity import *
from .churn import *
from .contiguous import *
from .edited_prompt import *
from .exercises import *
from .first_fit import *
from .first_steps import *
from .kv_sizes import *
from .own_experiment import *
from .printed_bars import *
from .published import *
from .published_sums import *
from .rebuilt_bars import *
from .roofline import *
from .saturated_queue import *
from .scattered import *
from .seeds import *
from .settling import *
from .sharing import *
from .shuffle import *
from .side_by_side import *
from .slab_example import *
from .slab_policies import *
from .snapshots import *
from .softmax_trace import *
from .tables import *
from .tail import *
from .teaching import *
from .throughput import *
from .torn_sentence import *
from .waterfall import *
from .worked_examples import *
from .workload import *

__all__ = [
    *attention.__all__,
    *audit.__all__,
    *beams.__all__,
    *block_allocator.__all__,
    *block_manager.__all__,
    *block_sizes.__all__,
    *bookkeeping.__all__,
    *buddy.__all__,
    *capacity.__all__,
    *churn.__all__,
    *contiguous.__all__,
    *edited_prompt.__all__,
    *exercises.__all__,
    *first_fit.__all__,
    *first_steps.__all__,
    *kv_sizes.__all__,
    *own_experiment.__all__,
    *printed_bars.__all__,
    *published.__all__,
    *published_sums.__all__,
    *rebuilt_bars.__all__,
    *roofline.__all__,
    *saturated_queue.__all__,
    *scattered.__all__,
    *seeds.__all__,
    *settling.__all__,
    *sharing.__all__,
    *shuffle.__all__,
    *side_by_side.__all__,
    *slab_example.__all__,
    *slab_policies.__all__,
    *snapshots.__all__,
    *softmax_trace.__all__,
    *tables.__all__,
    *tail.__all__,
    *teaching.__all__,
    *throughput.__all__,
    *torn_sentence.__all__,
    *waterfall.__all__,
    *worked_examples.__all__,
    *workload.__all__,
]
