"""From the arguments of a call to the parameters of an address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal, InvalidOperation
from typing import Literal, TypeAlias

from hexawatt.models.score import ScoreWeights
from hexawatt.request import Parameters

Moment: TypeAlias = datetime | date | time | str
"""An instant of a query: a `datetime` with its zone, a `date` (00:00 in Paris), a `time` of day in Paris, or text
that the API reads: `2026-02-04T07:00:00+01:00`, `2026-02-04`, `07:00`.
"""

Weights: TypeAlias = ScoreWeights | Mapping[str, float]
"""Weights of the four dimensions of the score, `price`, `carbon`, `grid` and `adequacy`; they sum to 1."""

Resolution: TypeAlias = Literal["15m", "1h"]
"""Length of a slot of a carbon series."""

Boundary: TypeAlias = Literal["production", "direct", "consumption"]
"""What the intensity of a carbon series counts."""

Ranges: TypeAlias = str | Sequence[str]
"""Hours of the day in Paris, such as `22:30-06:30` or `22h30-6h30`; several as a list or separated by commas."""


@dataclass(frozen=True, kw_only=True)
class Contract:
    """A contract for electricity, as the API describes it."""

    tariff: str | None = None
    """`spot`, `base`, `hphc`, `tempo`, or the id of another contract of `tariffs`."""
    subscribed_kva: int | None = None
    """Subscribed power of contracts whose prices depend on it, kVA."""
    off_peak: Ranges | None = None
    """Off-peak hours in Paris: up to three ranges, as printed on the contract."""
    off_peak_summer: Ranges | None = None
    """Off-peak hours from 1 April to 31 October, in place of `off_peak` and only together with `off_peak_winter`."""
    off_peak_winter: Ranges | None = None
    """Off-peak hours from 1 November to 31 March."""
    adder: str | None = None
    """Id of an adder profile of `tariffs`: what the supplier adds to the market price by hour and season."""
    adder_eur_per_kwh: float | None = None
    """A constant addition to the market price, EUR/kWh, in place of `adder`."""
    vat_percent: float | None = None
    """VAT on market price and addition, %."""

    def parameters(self) -> Parameters:
        """Return the parameters of the contract."""
        return {
            "tariff": self.tariff,
            "subscribedKva": text_of_number(self.subscribed_kva),
            "offPeak": text_of_ranges(self.off_peak),
            "offPeakSummer": text_of_ranges(self.off_peak_summer),
            "offPeakWinter": text_of_ranges(self.off_peak_winter),
            "adder": self.adder,
            "adderEurPerKwh": text_of_number(self.adder_eur_per_kwh),
            "vatPercent": text_of_number(self.vat_percent),
        }


def contract_parameters(contract: Contract | None) -> Parameters:
    """Make the parameters of a contract; none without one."""
    return {} if contract is None else contract.parameters()


def weighting_parameters(profile: str | None, weights: Weights | None) -> Parameters:
    """Make the parameters of a weighting: a preset, or four weights."""
    given: Mapping[str, float] = weights.model_dump() if isinstance(weights, ScoreWeights) else weights or {}
    unknown = given.keys() - {"price", "carbon", "grid", "adequacy"}
    if unknown:
        raise ValueError(f"weights are of price, carbon, grid and adequacy; received {', '.join(sorted(unknown))}.")
    return {
        "profile": profile,
        "wPrice": text_of_number(given.get("price")),
        "wCarbon": text_of_number(given.get("carbon")),
        "wGrid": text_of_number(given.get("grid")),
        "wAdequacy": text_of_number(given.get("adequacy")),
    }


def series_parameters(
    from_: Moment | None, to: Moment | None, resolution: Resolution | None, boundary: Boundary | None
) -> Parameters:
    """Make the parameters of a carbon series."""
    return {
        "from": text_of_moment(from_),
        "to": text_of_moment(to),
        "resolution": resolution,
        "boundary": boundary,
    }


def history_parameters(
    from_: Moment | None, to: Moment | None, granularity: str | None, profile: str | None, weights: Weights | None
) -> Parameters:
    """Make the parameters of a window of the past."""
    return {
        "from": text_of_moment(from_),
        "to": text_of_moment(to),
        "granularity": granularity,
        **weighting_parameters(profile, weights),
    }


def archive_parameters(
    quantity: str | None,
    issued_from: Moment | None,
    issued_to: Moment | None,
    target_from: Moment | None,
    target_to: Moment | None,
) -> Parameters:
    """Make the parameters of the forecast archive."""
    return {
        "quantity": quantity,
        "issuedFrom": text_of_moment(issued_from),
        "issuedTo": text_of_moment(issued_to),
        "targetFrom": text_of_moment(target_from),
        "targetTo": text_of_moment(target_to),
    }


def text_of_moment(moment: Moment | None) -> str | None:
    """Write an instant for the API, in UTC; text is left to the API, which checks it.

    Raises:
        ValueError: a `datetime` has no zone (it means another instant on each machine), or a `time` has one or seconds.
    """
    if moment is None or isinstance(moment, str):
        return moment
    if isinstance(moment, datetime):
        return text_of_instant(moment)
    if isinstance(moment, date):
        return moment.isoformat()
    if moment.tzinfo is not None:
        raise ValueError("A time of day is one in Paris and has no zone: give a datetime for another place.")
    if moment.second or moment.microsecond:
        raise ValueError(f"A time of day has whole minutes; received {moment.isoformat()}.")
    return moment.strftime("%H:%M")


def text_of_instant(instant: datetime) -> str:
    """Write an instant in UTC: seconds, and milliseconds where there are any."""
    require_zone(instant)
    in_utc = instant.astimezone(timezone.utc)
    precision = "milliseconds" if in_utc.microsecond else "seconds"
    return in_utc.isoformat(timespec=precision).replace("+00:00", "Z")


def require_zone(instant: datetime) -> None:
    """Refuse an instant without a zone.

    Raises:
        ValueError: the `datetime` is naive.
    """
    if instant.utcoffset() is None:
        raise ValueError(
            f"{instant.isoformat()} has no time zone and means another instant on each machine: "
            "give one, such as datetime(…, tzinfo=ZoneInfo('Europe/Paris'))."
        )


def text_of_length(length: int | timedelta | None, unit: timedelta) -> str | None:
    """Write a length of time as a whole number of units.

    Raises:
        ValueError: the length is no whole number of units.
    """
    if not isinstance(length, timedelta):
        return text_of_number(length)
    if length % unit:
        raise ValueError(f"{length} is no whole number of units of {unit}.")
    return str(length // unit)


def text_of_number(number: float | None) -> str | None:
    """Write a number without an exponent, which the API refuses. Numbers of NumPy and of `decimal` are numbers too.

    Raises:
        ValueError: the number is infinite or not a number.
    """
    if number is None:
        return None
    try:
        value = Decimal(str(number))
    except InvalidOperation:
        value = Decimal("nan")
    if not value.is_finite():
        raise ValueError(f"A parameter must be a finite number; received {number!r}.")
    return format(value, "f")


def text_of_ranges(ranges: Ranges | None) -> str | None:
    """Write ranges of hours, separated by commas."""
    return ranges if ranges is None or isinstance(ranges, str) else ",".join(ranges)
