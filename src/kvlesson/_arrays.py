"""The door check for arrays: real numbers of one shape, or an error that names the argument.  Shared, private."""

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def numbers(name: str, value: npt.ArrayLike, shape: tuple[int | str, ...]) -> Array:
    """``value`` as an array of ``shape``, where a word stands for any length.  TypeError unless real numbers, ValueError for
    another shape (nothing is broadcast).  NaN and infinities are numbers."""
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths
        raise ValueError(f"{name} must have shape {_words(shape)}, got {value!r}") from None
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold real numbers, got {array.dtype} ({value!r})")
    fits = len(array.shape) == len(shape) and all(
        isinstance(want, str) or got == want for got, want in zip(array.shape, shape, strict=True)
    )
    if not fits:
        raise ValueError(f"{name} must have shape {_words(shape)}, got {array.shape}")
    return array


def _words(shape: tuple[int | str, ...]) -> str:
    return "[" + ", ".join(map(str, shape)) + "]"
