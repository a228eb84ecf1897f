"""What a load curve emitted and cost.

Instants are UTC; days and months are those of Paris. A figure that is unknown is None or is listed as unknown: nothing
is guessed, and nothing is scaled up to hours that are not known. ``statement.model_dump(mode="json", by_alias=True)``
is the statement as every program of Hexawatt writes it.
"""

from typing import Literal

from pydantic import ConfigDict

from hexawatt.body import Body


def _write_member_name(name: str) -> str:
    first, *others = name.removesuffix("_").split("_")
    return first + "".join(other[:1].upper() + other[1:] for other in others)


class Figures(Body):
    """A part of a statement."""

    model_config = ConfigDict(alias_generator=_write_member_name)


class TimeRange(Figures):
    """A range of time, ISO 8601 in UTC."""

    from_: str
    to: str


class EmissionFigures(Figures):
    """Emissions of the consumption by one intensity."""

    kg_co2eq: float | None
    """Emissions of the energy whose intensity is known; None if it is known of none."""
    known_kwh: float
    known_share: float | None
    """Share of the energy whose intensity is known, 0 to 1; None without energy."""
    g_co2eq_per_kwh: float | None
    """Mean intensity, weighted by the consumption."""
    grid_g_co2eq_per_kwh: float | None
    """Mean intensity of the grid over the same hours, weighted by time only."""


class Emissions(Figures):
    """Emissions by each intensity of the grid."""

    production: EmissionFigures
    consumption: EmissionFigures
    direct: EmissionFigures


class CostFigures(Figures):
    """Cost of the consumption under one contract."""

    key: str
    energy_eur: float | None
    """Cost of the energy whose price is known; None if it is known of none."""
    known_kwh: float
    known_share: float | None
    subscription_eur: float | None
    """Subscription of every day of the period; None where it is unknown for a day."""
    total_eur: float | None
    """Energy and subscription; None where the subscription or the price of a part of the energy is unknown."""


class PeriodFigures(Figures):
    """Figures of a month, or of the whole period."""

    days: int
    """Days of Paris that the period touches; the subscription counts whole days."""
    period_minutes: float
    covered_minutes: float
    """Minutes of the period for which the file has a value."""
    partly_covered_hours: int
    """Hours of the clock that the file covers in part."""
    energy_kwh: float
    emissions: Emissions
    costs: list[CostFigures]
    """In the order of the contracts."""


class MonthFigures(PeriodFigures):
    """Figures of a month of Paris."""

    month: str
    """``YYYY-MM``."""


class UnknownIntensity(Figures):
    """An intensity that is unknown in some hours."""

    intensity: str


class UnknownContract(Figures):
    """The key of a contract whose cost is unknown in some hours."""

    contract: str


class UnknownRange(TimeRange):
    """Consecutive steps whose figure is unknown for one reason."""

    reason: str
    """``no-month``, ``no-intensity``, ``no-color``, ``no-auction-price``, ``no-price`` or ``no-off-peak-hours``."""
    energy_kwh: float


class UnknownFigure(Figures):
    """Energy whose emissions or cost are unknown."""

    figure: UnknownIntensity | UnknownContract
    energy_kwh: float
    hours: float
    """Hours of consumption, by minutes."""
    ranges: list[UnknownRange]
    """At most 100."""
    unlisted_ranges: int


class UsedVersion(Figures):
    """A version of a contract that was used, with its source."""

    from_: str
    to: str | None
    source: str
    certainty: str
    note: str | None


class ContractFacts(Figures):
    """What is known of a contract over the period."""

    key: str
    id: str
    name: str
    kind: str
    certainty: str | None
    """The least certain of the prices that were used; None if none was."""
    versions: list[UsedVersion]


class ComparedCost(Figures):
    """Cost of a contract over the compared hours."""

    key: str
    energy_eur: float
    subscription_eur: float | None
    compared_eur: float
    """What is compared: by the basis with or without the subscription."""
    difference_to_current_eur: float | None
    """Less the same of the current contract; None without one."""


Basis = Literal["total", "energy"]
"""``total``: with subscriptions; ``energy``: the subscription of a contract is unknown, hence none is counted."""


class Comparison(Figures):
    """Costs of the hours whose price is known under every contract."""

    basis: Basis
    compared_kwh: float
    compared_hours: float
    compared_share: float
    """Share of the energy of the file that is compared, 0 to 1."""
    contracts: list[ComparedCost]
    best: str
    """Key of the cheapest contract; of equal costs the current contract, else the first."""
    current: str | None
    without_subscription: list[str]
