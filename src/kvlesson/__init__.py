"""The library behind the lesson *Why AI servers waste memory, and how paging fixes it*.

Every public name of the modules below can be imported from here.
"""
# ruff: noqa: F403

from . import (
    attention,
    audit,
    block_allocator,
    block_manager,
    bookkeeping,
    capacity,
    contiguous,
    exercises,
    kv_sizes,
    published,
    saturated_queue,
    snapshots,
    tables,
    worked_examples,
    workload,
)
from .attention import *
from .audit import *
from .block_allocator import *
from .block_manager import *
from .bookkeeping import *
from .capacity import *
from .contiguous import *
from .exercises import *
from .kv_sizes import *
from .published import *
from .saturated_queue import *
from .snapshots import *
from .tables import *
from .worked_examples import *
from .workload import *

__all__ = [
    *attention.__all__,
    *audit.__all__,
    *block_allocator.__all__,
    *block_manager.__all__,
    *bookkeeping.__all__,
    *capacity.__all__,
    *contiguous.__all__,
    *exercises.__all__,
    *kv_sizes.__all__,
    *published.__all__,
    *saturated_queue.__all__,
    *snapshots.__all__,
    *tables.__all__,
    *workload.__all__,
    *worked_examples.__all__,
]
