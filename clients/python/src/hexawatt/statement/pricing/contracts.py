"""The contracts of a statement, with their prices over the hours of an axis."""

from collections.abc import Sequence
from dataclasses import dataclass

from hexawatt.models.tariffs import AdderProfile, ContractVersion, Tariffs
from hexawatt.statement.pricing.axis import COLORS, HourAxis
from hexawatt.statement.pricing.contract_pricer import (
    ContractPricer,
    Customer,
    find_missing_term,
    find_prices,
    find_subscription,
)
from hexawatt.statement.pricing.hours_of_day import SeasonalHours
from hexawatt.statement.rounding import UNKNOWN

_USUAL_KVA = 6


@dataclass(frozen=True)
class TableContract:
    """A contract of the price table to compare."""

    key: str
    """Names the contract in the statement: two contracts of one id may differ by their off-peak hours."""
    id: str
    """Id of the table, such as ``base``, ``hphc`` or ``tempo``."""
    subscribed_kva: float = _USUAL_KVA
    """Subscribed power, kVA."""
    off_peak: SeasonalHours | None = None
    """Off-peak hours of the customer; None = those of the contract, where it has any of its own."""
    subscription_eur_per_month: float | None = None
    """Subscription that the customer pays, EUR a month with all taxes; None = that of the table."""


@dataclass(frozen=True)
class SpotContract:
    """A contract at the market price to compare: (mean of the auction prices of the hour + adder) · (1 + VAT)."""

    key: str
    adder: float | str
    """EUR/kWh without VAT, or the id of an adder profile of the table."""
    vat_percent: float
    off_peak: SeasonalHours | None = None
    """Off-peak hours of the customer, for a profile that depends on them."""
    subscription_eur_per_month: float | None = None
    """Subscription that the customer pays, EUR a month with all taxes; None = unknown."""


ComparedContract = TableContract | SpotContract


def _to_contract(profile: AdderProfile) -> ContractVersion:
    """Return an adder profile in the form of a contract: its amounts apply as prices do, at every subscribed power."""
    values = profile.model_dump(exclude={"eur_per_kwh"})
    prices = [{"eurPerKwh": profile.eur_per_kwh}]
    return ContractVersion.model_validate({**values, "kind": "other", "subscriptions": [], "prices": prices})


class PricedContract:
    """A contract with its prices over the hours of an axis."""

    def __init__(self, contract: ComparedContract, table: Tariffs, axis: HourAxis) -> None:
        self.key = contract.key
        self._axis = axis
        self._spot = contract if isinstance(contract, SpotContract) else None
        self.id, versions = _find_versions(contract, table)
        kva = _USUAL_KVA if isinstance(contract, SpotContract) else contract.subscribed_kva
        self._customer = Customer(kva, contract.off_peak)
        self._pricer = ContractPricer(versions, self._customer)
        self.version_of_day = [self._pricer.find_version(day.date) for day in axis.days]
        """Versions of the contract, or of the adder, by day of the axis; None where none applies."""
        used = [version for version in self.version_of_day if version is not None]
        self.name = used[-1].name if used else versions[0].name if versions else self.id
        self.kind = "spot" if self._spot else versions[0].kind if versions else "other"
        self.subscription_eur_of_day = [
            _find_monthly(contract, version) / day.days_of_month
            for day, version in zip(axis.days, self.version_of_day, strict=True)
        ]
        """EUR by day of the axis; NaN where unknown."""
        self._needs_version = self._spot is None or isinstance(self._spot.adder, str)
        self._ranges: dict[tuple[int, str | None], tuple[float, float] | None] = {}

    def compute_price(self, hour: int, offset_minutes: float, minutes: float) -> float:
        """Mean price of some minutes of one hour, EUR/kWh; NaN where unknown."""
        spot = self._spot
        if spot is None:
            return self._compute_amount(hour, offset_minutes, minutes)
        adder = spot.adder
        amount = self._compute_amount(hour, offset_minutes, minutes) if isinstance(adder, str) else adder
        return (self._axis.eur_per_mwh[hour] / 1_000 + amount) * (1 + spot.vat_percent / 100)

    def _compute_amount(self, hour: int, offset_minutes: float, minutes: float) -> float:
        axis = self._axis
        day = axis.days[axis.day_index[hour]]
        index = axis.color[hour]
        color = COLORS[index] if index >= 0 else None
        return self._pricer.compute_price(day.date, day.day, axis.minute_of_day[hour] + offset_minutes, minutes, color)

    def find_reason(self, hour: int) -> str:
        """Why the price of an hour is unknown."""
        axis = self._axis
        version = self.version_of_day[axis.day_index[hour]]
        if version is None and self._needs_version:
            return "no-price"
        missing = None if version is None else find_missing_term(version, self._customer)
        if missing is not None:
            return "no-off-peak-hours" if missing == "off-peak" else "no-price"
        if not axis.is_given[hour]:
            return "no-month"
        return "no-color" if self._spot is None else "no-auction-price"

    def find_price_range(self, day: int, color: str | None) -> tuple[float, float] | None:
        """Lowest and highest price that the version of a day has under a colour, whatever the hour."""
        version = self.version_of_day[day]
        if version is None:
            return None
        key = (id(version), color)
        if key not in self._ranges:
            by_period = find_prices(version, self._customer.subscribed_kva) or {}
            prices = [
                by_period.get(period.id, UNKNOWN)
                for period in version.periods
                if color is None or period.colors is None or color in period.colors
            ]
            self._ranges[key] = (min(prices), max(prices)) if prices else None
        return self._ranges[key]


def _find_versions(contract: ComparedContract, table: Tariffs) -> tuple[str, Sequence[ContractVersion]]:
    """Id and versions behind a contract: of the table, or of the adder profile of the market price."""
    if isinstance(contract, TableContract):
        return contract.id, [version for version in table.contracts if version.id == contract.id]
    if not isinstance(contract.adder, str):
        return "spot", []
    return contract.adder, [_to_contract(profile) for profile in table.adders if profile.id == contract.adder]


def _find_monthly(contract: ComparedContract, version: ContractVersion | None) -> float:
    """Subscription in force on a day, EUR a month; NaN where unknown."""
    if contract.subscription_eur_per_month is not None:
        return contract.subscription_eur_per_month
    if version is None or isinstance(contract, SpotContract):
        return UNKNOWN
    eur = find_subscription(version, contract.subscribed_kva)
    return UNKNOWN if eur is None else eur
