"""Objects of streams and exports, which no whole answer has."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hexawatt.body import Body, Instant
from hexawatt.models import (
    CarbonConsumption,
    CarbonIntensity,
    DataMode,
    EnergyScore,
    GridStatus,
    HistoryPoint,
    Outlook,
    PointProvenance,
    TariffToday,
)


class StreamedHistoryPoint(HistoryPoint):
    """One past point of a streamed history, with its origin, which the points of the whole answer lack."""

    provenance: PointProvenance
    """How the point was computed."""


class ContractPrice(Body):
    """Price of a kWh under a contract in a quarter-hour."""

    start: Instant
    """Start of the quarter-hour, UTC."""
    end: Instant
    """End of the quarter-hour, UTC."""
    value: float
    """Price, EUR/kWh; under a contract including all taxes."""


EventKind: TypeAlias = Literal["score", "carbon", "outlook", "grid", "tariff", "prices", "consumption"]
"""Kinds of live events."""


@dataclass(frozen=True)
class _Event:
    id: str | None
    """Pass it as `last_event_id` to resume in a later run."""
    data_mode: DataMode | None
    """As in an answer; None when the stream did not say it."""


@dataclass(frozen=True)
class ScoreEvent(_Event):
    """A new score."""

    data: EnergyScore
    kind: Literal["score"] = "score"


@dataclass(frozen=True)
class CarbonEvent(_Event):
    """A new carbon intensity."""

    data: CarbonIntensity
    kind: Literal["carbon"] = "carbon"


@dataclass(frozen=True)
class OutlookEvent(_Event):
    """A new outlook."""

    data: Outlook
    kind: Literal["outlook"] = "outlook"


@dataclass(frozen=True)
class GridEvent(_Event):
    """A new grid-tension signal."""

    data: GridStatus
    kind: Literal["grid"] = "grid"


@dataclass(frozen=True)
class TariffEvent(_Event):
    """A new colour of the three-colour tariff (Tempo)."""

    data: TariffToday
    kind: Literal["tariff"] = "tariff"


@dataclass(frozen=True)
class PricesEvent(_Event):
    """New coming prices under a contract."""

    data: list[ContractPrice]
    kind: Literal["prices"] = "prices"


@dataclass(frozen=True)
class ConsumptionEvent(_Event):
    """A new carbon intensity of the electricity consumed in France, with the imports of its hour."""

    data: CarbonConsumption
    kind: Literal["consumption"] = "consumption"


LiveEvent: TypeAlias = (
    ScoreEvent | CarbonEvent | OutlookEvent | GridEvent | TariffEvent | PricesEvent | ConsumptionEvent
)
"""A live event: `kind`, or the class, says what `data` is."""
