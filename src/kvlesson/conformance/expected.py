"""What a call must lead to: it is done, or refused in one of three ways, or the manager may choose.

Invariant: what a manager shows of its books decides before what paper says; where it shows none, paper leaves open what
depends on how much it shares.
Not here: making the call (trial.py).
"""

from enum import Enum
from typing import Final

from ..bookkeeping import NeverFits, OutOfBlocks, blocks_for
from .guard import said, shown
from .operations import WIDE_KEY, WIDE_VALUE, Operation
from .paper import Paper
from .promises import Broken, Promise
from .seen import Seen

__all__ = ["Expected", "expected", "judge"]


class Expected(Enum):
    DONE = "done"
    FULL = "refused with OutOfBlocks"
    NEVER = "refused with NeverFits"
    NONSENSE = "refused: it makes no sense"
    EITHER = "done, or refused with OutOfBlocks"


GROWS: Final = ("append", "extend")
# Which exceptions say clearly that an argument makes no sense.  IndexError or AttributeError for an unknown id would be
# what happens by itself, later, to whoever did not look.
CLEAR: Final[dict[str, tuple[type[Exception], ...]]] = {
    "locate": (KeyError, ValueError, IndexError),
    WIDE_KEY: (ValueError, TypeError, KeyError),
    WIDE_VALUE: (ValueError, TypeError, KeyError),
}


def expected(operation: Operation, paper: Paper, seen: Seen) -> Expected:
    """For a call that is made now; ``seen`` are the books before it."""
    what, rid, child, tokens = operation
    told = paper.told.get(rid)
    if what == "add":
        return Expected.DONE if told is None else Expected.NONSENSE
    if told is None or what in (WIDE_KEY, WIDE_VALUE):
        return Expected.NONSENSE
    if what == "fork":
        return Expected.NONSENSE if child in paper.told else _fork(len(told), child, paper, seen)
    if what == "locate" and not 0 <= tokens < len(told):
        return Expected.NONSENSE
    if what in GROWS:
        return _growth(what, rid, tokens if what == "extend" else 1, paper, seen)
    return Expected.DONE


def _growth(what: str, rid: str, tokens: int, paper: Paper, seen: Seen) -> Expected:
    length, sizes = len(paper.told[rid]), paper.sizes
    if what == "extend" and length + tokens > sizes.slots:
        return Expected.NEVER
    need = seen.need(rid, length, tokens, sizes.block_size)
    if need is not None and seen.free is not None:
        return Expected.DONE if need <= seen.free else Expected.FULL
    if paper.most(rid, tokens) <= sizes.num_blocks or (tokens == 1 and seen.free):
        return Expected.DONE
    return Expected.FULL if paper.fewest(rid, tokens) > sizes.num_blocks else Expected.EITHER


def _fork(length: int, child: str, paper: Paper, seen: Seen) -> Expected:
    """Sharing needs no block; a manager that copies at once may be out of them."""
    fits = paper.most(child, length) <= paper.sizes.num_blocks
    enough = seen.free is not None and seen.free >= blocks_for(length, paper.sizes.block_size)
    return Expected.DONE if fits or enough else Expected.EITHER


def judge(
    operation: Operation, wanted: Expected, error: BaseException | None, paper: Paper, seen: Seen
) -> bool:
    """Whether the call was done.  Broken when it should not have been, or was refused and should not, or otherwise."""
    call = str(operation)
    if isinstance(error, NotImplementedError):
        raise Broken(Promise.WRITTEN, f"{call} ends in NotImplementedError")
    if wanted is Expected.DONE:
        if isinstance(error, OutOfBlocks):
            raise Broken(Promise.ROOM, f"{call} is refused, though {_room(operation, paper, seen)}")
        if error is not None:
            raise Broken(Promise.WORKS, f"{call} raises {said(error)}")
        return True
    if wanted is Expected.NONSENSE:
        _clear(operation, error, paper)
        return False
    if wanted is Expected.EITHER and error is None:
        return True
    if error is None:
        raise Broken(Promise.ROOM, f"{call} is accepted, though {_no_room(operation, paper, seen)}")
    if not isinstance(error, OutOfBlocks):
        words = f"{call} must be refused with OutOfBlocks, there being no room; it raises {said(error)}"
        if type(error).__name__ in ("OutOfBlocks", "NeverFits"):
            words += ". It is a class of another module: from kvlesson import OutOfBlocks"
        raise Broken(Promise.ROOM, words)
    if wanted is Expected.NEVER and not isinstance(error, NeverFits):
        words = f"{call} would need more than the pool's {paper.sizes.slots} slot(s) even alone: raise NeverFits, which says that waiting is in vain; it raises {said(error)}"
        raise Broken(Promise.NEVER, words)
    return False


def _clear(operation: Operation, error: BaseException | None, paper: Paper) -> None:
    call, why, value = str(operation), *_nonsense(operation, paper)
    if error is None:
        raise Broken(Promise.REFUSED, f"{call} is accepted, though {why}")
    clear = CLEAR.get(operation.what, (KeyError, ValueError))
    if not isinstance(error, clear):
        names = " or ".join(kind.__name__ for kind in clear)
        words = f"{call}: {why}, so raise {names} that says so; it raises {said(error)}"
        if isinstance(error, AssertionError):
            words += ". An assert is not there when Python runs with -O"
        raise Broken(Promise.REFUSED, words)
    if value not in shown(error):
        words = f"{call}: {why}; the exception does not name {value}: {said(error)}"
        raise Broken(Promise.REFUSED, words)


def _nonsense(operation: Operation, paper: Paper) -> tuple[str, str]:
    """Why the call makes no sense, and the value that its exception should name."""
    what, rid, child, tokens = operation
    if what == "add":
        return f"{rid} is here already", rid
    if rid not in paper.told:
        return f"no request {rid} is here", rid
    if what == "fork":
        return f"{child} is here already", child
    if what == "locate":
        return f"{rid} stores {len(paper.told[rid])} token(s), the first at position 0", str(tokens)
    return "its shape is wrong", ""


def _room(operation: Operation, paper: Paper, seen: Seen) -> str:
    if seen.free is not None:
        return f"{seen.free} of {paper.sizes.num_blocks} block(s) are free"
    if operation.what == "fork":
        most = paper.most(operation.child, len(paper.told[operation.rid]))
    else:
        most = paper.most(operation.rid, operation.tokens or 1)
    return f"all requests together need no more than {most} of {paper.sizes.num_blocks} block(s), even if nothing is shared"


def _no_room(operation: Operation, paper: Paper, seen: Seen) -> str:
    if seen.free is not None and seen.tables is not None:
        return f"it needs more than the {seen.free} block(s) that are free"
    fewest = paper.fewest(operation.rid, operation.tokens or 1)
    return f"the tokens would fill {fewest} block(s) and the pool has {paper.sizes.num_blocks}"
