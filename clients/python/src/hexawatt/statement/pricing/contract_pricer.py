"""The price of a contract of the table for a customer."""

from collections.abc import Sequence
from dataclasses import dataclass

from hexawatt.models.tariffs import ContractVersion
from hexawatt.statement.pricing.day_periods import DayPeriods
from hexawatt.statement.pricing.hours_of_day import SeasonalHours, parse_hour_ranges
from hexawatt.statement.rounding import UNKNOWN


@dataclass(frozen=True)
class Customer:
    """What the price of a contract depends on at a customer's."""

    subscribed_kva: float
    off_peak: SeasonalHours | None
    """None = the hours of the contract, where it has any of its own."""


def needs_off_peak(version: ContractVersion) -> bool:
    """Whether a version has periods in the off-peak hours of the customer."""
    return any(period.hours == "offPeak" for period in version.periods)


def find_prices(version: ContractVersion, kva: float) -> dict[str, float] | None:
    """Prices of a version by period for a subscribed power; None where it has none."""
    for prices in version.prices:
        if (prices.min_kva is None or kva >= prices.min_kva) and (prices.max_kva is None or kva <= prices.max_kva):
            return prices.eur_per_kwh
    return None


def find_subscription(version: ContractVersion, kva: float) -> float | None:
    """Subscription of a version, EUR a month including all taxes; None where it is unknown for the power."""
    return next((one.eur_per_month for one in version.subscriptions if one.kva == kva), None)


def _to_off_peak(version: ContractVersion, customer: Customer) -> SeasonalHours | None:
    if customer.off_peak is not None:
        return customer.off_peak
    ranges = None if version.off_peak is None else parse_hour_ranges(version.off_peak)
    return None if ranges is None else SeasonalHours(ranges, ranges)


def find_missing_term(version: ContractVersion, customer: Customer) -> str | None:
    """Return what a customer must name before a version has prices: ``power``, ``off-peak``, or None = nothing."""
    if find_prices(version, customer.subscribed_kva) is None:
        return "power"
    return "off-peak" if needs_off_peak(version) and _to_off_peak(version, customer) is None else None


class _CompiledVersion:
    """A version with its prices for a customer."""

    def __init__(self, version: ContractVersion, customer: Customer, by_period: dict[str, float]) -> None:
        self.periods = DayPeriods(version.periods, _to_off_peak(version, customer))
        self.prices = [by_period.get(period.id, UNKNOWN) for period in version.periods]
        self.has_colors = any(period.colors is not None for period in version.periods)


def _compile(version: ContractVersion, customer: Customer) -> _CompiledVersion | None:
    by_period = find_prices(version, customer.subscribed_kva)
    if by_period is None or find_missing_term(version, customer) is not None:
        return None
    return _CompiledVersion(version, customer, by_period)


class ContractPricer:
    """Prices of the versions of a contract."""

    def __init__(self, versions: Sequence[ContractVersion], customer: Customer) -> None:
        self._versions = [(version, _compile(version, customer)) for version in versions]
        self._by_date: dict[str, tuple[ContractVersion, _CompiledVersion | None] | None] = {}

    def _find(self, date: str) -> tuple[ContractVersion, _CompiledVersion | None] | None:
        if date not in self._by_date:
            self._by_date[date] = next(
                (
                    (version, compiled)
                    for version, compiled in self._versions
                    if version.from_.isoformat() <= date and (version.to is None or date < version.to.isoformat())
                ),
                None,
            )
        return self._by_date[date]

    def find_version(self, date: str) -> ContractVersion | None:
        """Return the version that applies on a civil day in Paris; None where none does."""
        found = self._find(date)
        return None if found is None else found[0]

    def compute_price(self, date: str, day: int, minute: float, minutes: float, color: str | None) -> float:
        """Mean price of some minutes of one hour, EUR/kWh; NaN where it is unknown."""
        found = self._find(date)
        compiled = None if found is None else found[1]
        if compiled is None or (compiled.has_colors and color is None):
            return UNKNOWN
        prices = compiled.prices
        end = minute + minutes
        start, total = minute, 0.0
        for to_minute, period in compiled.periods.find_segments(day, color if compiled.has_colors else None):
            if to_minute <= start:
                continue
            price = prices[period] if period >= 0 else UNKNOWN
            if start == minute and to_minute >= end:
                return price
            until = min(to_minute, end)
            total += (until - start) * price
            if until == end:
                break
            start = until
        return total / minutes
