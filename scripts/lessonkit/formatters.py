"""How a computed value is written in prose. No cell may rebind these names.

Each takes values, never a format: two authors who bind the same value write it the same way. Ratios are
rounded for the eye and say nothing that the value does not: `times(9, 3)` is "3 times", not "3.00 times".
"""

import ast
import inspect
import itertools
import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from numbers import Real

_ONES = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen
""".split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth"}
_ORDINALS |= {"nine": "ninth", "twelve": "twelfth"}


def _number(value: object, name: str) -> Real:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} takes a number, not {value!r}")
    return value


def _whole(value: object, name: str) -> int:
    number = _number(value, name)
    if number != int(number):
        raise ValueError(f"{name} takes a whole number, not {value!r}")
    return int(number)


def _rounded(value: float, places: int) -> str:
    """Half rounds up, as people round; binary halves are exact, so 2.5 is 3 and never "2"."""
    step = Decimal(1).scaleb(-places)
    return f"{Decimal(repr(float(value))).quantize(step, ROUND_HALF_UP):,}"


def _trimmed(value: float, places: int) -> str:
    text = _rounded(value, places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _binary(size: object, power: int, unit: str) -> str:
    value = float(_number(size, unit)) / 1024**power
    return f"{_trimmed(value, 4) if value * 10**4 == int(value * 10**4) else _rounded(value, 2)} {unit}"


def kib(size: object) -> str:
    """131072 -> "128 KiB"."""
    return _binary(size, 1, "KiB")


def mib(size: object) -> str:
    """131072000 -> "125 MiB"."""
    return _binary(size, 2, "MiB")


def gib(size: object) -> str:
    """1677721600 -> "1.5625 GiB"; what four decimals do not hold exactly gets two."""
    return _binary(size, 3, "GiB")


def gb(size: object) -> str:
    """Thousand million bytes, as on data sheets: 16060000000 -> "16.06 GB"."""
    return f"{_trimmed(float(_number(size, 'gb')) / 10**9, 2)} GB"


def bits(size: object) -> str:
    """Bytes as bits: 2 -> "16 bits"."""
    return f"{_whole(size, 'bits') * 8} bits"


def pct(part: object, whole: object = 1) -> str:
    """pct(2, 16) -> "12.5%"."""
    return f"{_rounded(100 * float(_number(part, 'pct')) / float(_number(whole, 'pct')), 1)}%"


def whole_pct(part: object, whole: object = 1) -> str:
    """Rounded for the eye: whole_pct(2, 16) -> "13%"."""
    return f"{_rounded(100 * float(_number(part, 'whole_pct')) / float(_number(whole, 'whole_pct')), 0)}%"


def fine_pct(part: object, whole: object = 1) -> str:
    """Two decimals, where one hides what matters: fine_pct(1392, 15728) -> "8.85%"."""
    return f"{_rounded(100 * float(_number(part, 'fine_pct')) / float(_number(whole, 'fine_pct')), 2)}%"


def milliseconds(seconds: object) -> str:
    """0.01657 -> "16.6 ms"."""
    return f"{_rounded(1000 * float(_number(seconds, 'milliseconds')), 1)} ms"


def ratio(large: object, small: object = 1) -> str:
    """ratio(819200, 131072) -> "6.25"; two decimals at most."""
    return _trimmed(float(_number(large, "ratio")) / float(_number(small, "ratio")), 2)


def times(large: object, small: object = 1) -> str:
    """times(819200, 131072) -> "6.25 times"."""
    return f"{ratio(large, small)} times"


def about_times(large: object, small: object = 1) -> str:
    """For the eye: one decimal, "7.6 times"."""
    return f"{_trimmed(float(_number(large, 'about_times')) / float(_number(small, 'about_times')), 1)} times"


def tenths(value: object) -> str:
    """One decimal: 36.84 -> "36.8"."""
    return _rounded(float(_number(value, "tenths")), 1)


def hundredths(value: object) -> str:
    """Two decimals: 7 -> "7.00"."""
    return _rounded(float(_number(value, "hundredths")), 2)


def rounded(value: object) -> str:
    """To the nearest whole number, with commas: 36.84 -> "37"."""
    return _rounded(float(_number(value, "rounded")), 0)


def thousands(value: object) -> str:
    """15728 -> "15,728"."""
    return f"{_whole(value, 'thousands'):,}"


def word(value: object) -> str:
    """4 -> "four", up to ninety-nine."""
    n = _whole(value, "word")
    if not 0 <= n < 100:
        raise ValueError(f"word takes 0 to 99, not {n}: use thousands")
    if n < 20:
        return _ONES[n]
    return _TENS[n // 10] + (f"-{_ONES[n % 10]}" if n % 10 else "")


def ordinal(value: object) -> str:
    """9 -> "ninth", up to ninety-ninth."""
    head, _, last = word(value).rpartition("-")
    last = _ORDINALS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return f"{head}-{last}" if head else last


def capital(text: str) -> str:
    """For the start of a sentence: capital(word(4)) -> "Four"."""
    return text[:1].upper() + text[1:]


def listed(values: object) -> str:
    """[0, 1, 5] -> "0, 1 and 5"."""
    if isinstance(values, str):
        raise TypeError(f"listed takes several values, not {values!r}")
    items = [str(v) for v in values]  # type: ignore[attr-defined]
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def spaced(values: object) -> str:
    """[0, 1, 5] -> "0 1 5"."""
    if isinstance(values, str):
        raise TypeError(f"spaced takes several values, not {values!r}")
    return " ".join(str(v) for v in values)  # type: ignore[attr-defined]


def choose(condition: object, yes: str, no: str) -> str:
    """A claim in words: the page may say `yes` only while `condition` holds."""
    if not isinstance(condition, bool) and type(condition).__name__ != "bool_":
        raise TypeError(f"choose takes a condition that is true or false, not {condition!r}")
    return yes if condition else no


def formula(function: Callable[..., object]) -> str:
    """The formula that a function's docstring gives as `Formula: n(n+1)/2`, if the function agrees with it.

    It is evaluated beside the function on small whole numbers; where they differ, that is an error.
    """
    found = re.search(r"Formula: *(.+?)\.?\s*$", inspect.getdoc(function) or "", re.M)
    if not found:
        raise ValueError(f"the docstring of {function.__name__} has no line 'Formula: ...'")
    text = found[1]
    source = re.sub(r"(?<=[\w)])(?<!ceil)(?<!floor)\s*(?=\()", "*", re.sub(r"\bx\b|×", "*", text))
    names = list(inspect.signature(function).parameters)
    tree = ast.parse(source, mode="eval")
    code = compile(tree, f"<formula of {function.__name__}>", "eval")
    written = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} - {"ceil", "floor"}
    for values in itertools.product(range(1, 8), repeat=len(names)):
        given = dict(zip(names, values, strict=True))
        tools = {"ceil": lambda x: -int(-x // 1), "floor": lambda x: int(x // 1), "__builtins__": {}}
        letters = (
            dict.fromkeys(written, values[0]) if len(names) == len(written) == 1 else given
        )  # n for n_steps
        by_formula, by_function = eval(code, tools, letters), function(**given)
        if by_formula != by_function:
            raise ValueError(
                f"{function.__name__}({given}) is {by_function}, but its formula {text} gives {by_formula}"
            )
    return text


FORMATTERS: dict[str, object] = {
    f.__name__: f
    for f in (
        kib,
        mib,
        gib,
        gb,
        bits,
        pct,
        whole_pct,
        fine_pct,
        milliseconds,
        ratio,
        times,
        about_times,
        tenths,
        hundredths,
        rounded,
        thousands,
        word,
        ordinal,
        capital,
        listed,
        spaced,
        choose,
        formula,
    )
}
