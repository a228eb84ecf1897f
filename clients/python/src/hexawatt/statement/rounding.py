"""How figures of a statement are rounded: kWh, EUR and kg to the millionth. Sums are made before rounding."""

import math
from decimal import ROUND_HALF_UP, Decimal

_DECIMALS = Decimal("0.000001")
_POWER = 1_000_000
# Below this, the binary error of a scaled number is less than the margin around one half.
_MAX_SCALED = 1e9
_HALF_MARGIN = 1e-6
_WHOLE_WITHIN = 1e-9
"""A whole that lacks less than this part of itself is whole: sums in another order differ in the last bits."""
_LEAST_SHARE = 1e-6
"""Nearest share to 0 or 1 of a part that is neither nothing nor all."""

UNKNOWN = math.nan
"""The unknown of the calculations; it is None in every figure."""


def round_figure(value: float) -> float:
    """Round half away from zero, by the shortest decimal form of the number."""
    magnitude = abs(value)
    scaled = magnitude * _POWER
    floor = math.floor(scaled)
    fraction = scaled - floor
    if scaled < _MAX_SCALED and abs(fraction - 0.5) >= _HALF_MARGIN:
        rounded = (floor + (fraction > 0.5)) / _POWER
    else:
        rounded = float(Decimal(repr(magnitude)).quantize(_DECIMALS, ROUND_HALF_UP))
    return -rounded if value < 0 and rounded != 0 else rounded


def round_known(value: float) -> float | None:
    """Round a figure; None for the unknown."""
    return None if math.isnan(value) else round_figure(value)


def divide(dividend: float, divisor: float) -> float | None:
    """Divide and round; None without a divisor."""
    return round_figure(dividend / divisor) if divisor > 0 else None


def divide_share(part: float, whole: float) -> float | None:
    """Share of the whole, 0 to 1; 1 only for all of it and 0 only for nothing. None without a whole."""
    if not whole > 0:
        return None
    if whole - part <= whole * _WHOLE_WITHIN:
        return 1
    return round_figure(min(1 - _LEAST_SHARE, max(_LEAST_SHARE, part / whole))) if part > 0 else 0
