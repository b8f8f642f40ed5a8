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
    kv_sizes,
    snapshots,
    worked_examples,
)
from .attention import *
from .audit import *
from .block_allocator import *
from .block_manager import *
from .bookkeeping import *
from .kv_sizes import *
from .snapshots import *
from .worked_examples import *

__all__ = [
    *attention.__all__,
    *audit.__all__,
    *block_allocator.__all__,
    *block_manager.__all__,
    *bookkeeping.__all__,
    *kv_sizes.__all__,
    *snapshots.__all__,
    *worked_examples.__all__,
]
