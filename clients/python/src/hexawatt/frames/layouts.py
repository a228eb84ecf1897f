"""The columns of each kind of row: units are in the names, bands are columns of their own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Generic, Literal, TypeAlias, TypeVar

from hexawatt.models.forecast import ArchivedColorPoint, ArchivedForecastPoint
from hexawatt.models.hours import CarbonSeriesPoint
from hexawatt.models.planning_parts import OutlookSlot
from hexawatt.models.score import HourlyScore
from hexawatt.models.score_history import HistoryPoint
from hexawatt.months import PARIS
from hexawatt.streamed import ContractPrice, StreamedHistoryPoint

Row = TypeVar("Row")

Kind: TypeAlias = Literal["float", "whole", "flag", "text", "instant"]
"""Type of a column: `float64` with NaN; `Int64`, `boolean`, `string` and instants with NA."""

_TARIFF_DAY_STARTS_AT_HOUR = 6


@dataclass(frozen=True)
class Layout(Generic[Row]):
    """How rows become a table."""

    index: str
    """Name of the index."""
    find_instant: Callable[[Row], datetime]
    columns: Mapping[str, tuple[Kind, Callable[[Row], object]]]


HISTORY: Layout[HistoryPoint] = Layout(
    "timestamp",
    lambda point: point.timestamp,
    {
        "global_score": ("whole", lambda point: point.global_score),
        "level": ("text", lambda point: point.level),
        "confidence": ("whole", lambda point: point.confidence),
        "carbon_slot_start": ("instant", lambda point: point.carbon_slot_start),
        "carbon_intensity_gco2_kwh": ("float", lambda point: point.carbon_intensity_gco2_kwh),
        "carbon_intensity_consumption_gco2_kwh": ("float", lambda point: point.carbon_intensity_consumption_gco2_kwh),
        "low_carbon_pct": ("float", lambda point: point.low_carbon_pct),
        "spot_price_eur_per_mwh": ("float", lambda point: point.spot_price_eur_per_mwh),
    },
)

STREAMED_HISTORY: Layout[StreamedHistoryPoint] = Layout(
    HISTORY.index,
    HISTORY.find_instant,
    {**HISTORY.columns, "provenance": ("text", lambda point: point.provenance)},
)


CARBON_SERIES: Layout[CarbonSeriesPoint] = Layout(
    "slot_start",
    lambda point: point.slot_start,
    {
        "slot_end": ("instant", lambda point: point.slot_end),
        "gco2_per_kwh": ("float", lambda point: point.gco2_per_kwh),
        "final": ("flag", lambda point: point.final),
    },
)


def _find_sub_score(dimension: str) -> Callable[[HourlyScore], float | None]:
    return lambda hour: next((one.value for one in hour.sub_scores or () if one.dimension == dimension), None)


SCORE_FORECAST: Layout[HourlyScore] = Layout(
    "time",
    lambda hour: hour.time,
    {
        "global_score": ("whole", lambda hour: hour.global_score),
        "level": ("text", lambda hour: hour.level),
        "confidence": ("whole", lambda hour: hour.confidence),
        "price_score": ("float", _find_sub_score("price")),
        "carbon_score": ("float", _find_sub_score("carbon")),
        "grid_score": ("float", _find_sub_score("grid")),
        "adequacy_score": ("float", _find_sub_score("adequacy")),
        "carbon_intensity_gco2_kwh": ("float", lambda hour: hour.carbon_intensity_gco2_kwh),
        "spot_price_eur_per_mwh": ("float", lambda hour: hour.spot_price_eur_per_mwh),
    },
)

OUTLOOK: Layout[OutlookSlot] = Layout(
    "start",
    lambda slot: slot.start,
    {
        "end": ("instant", lambda slot: slot.end),
        "carbon_gco2_per_kwh": ("float", lambda slot: slot.carbon.gco2_per_kwh),
        "carbon_low_gco2_per_kwh": ("float", lambda slot: slot.carbon.low),
        "carbon_high_gco2_per_kwh": ("float", lambda slot: slot.carbon.high),
        "direct_carbon_gco2_per_kwh": ("float", lambda slot: slot.direct_carbon.gco2_per_kwh),
        "direct_carbon_low_gco2_per_kwh": ("float", lambda slot: slot.direct_carbon.low),
        "direct_carbon_high_gco2_per_kwh": ("float", lambda slot: slot.direct_carbon.high),
        "consumption_carbon_gco2_per_kwh": ("float", lambda slot: slot.consumption_carbon.gco2_per_kwh),
        "consumption_carbon_low_gco2_per_kwh": ("float", lambda slot: slot.consumption_carbon.low),
        "consumption_carbon_high_gco2_per_kwh": ("float", lambda slot: slot.consumption_carbon.high),
        "direct_consumption_carbon_gco2_per_kwh": ("float", lambda slot: slot.direct_consumption_carbon.gco2_per_kwh),
        "direct_consumption_carbon_low_gco2_per_kwh": ("float", lambda slot: slot.direct_consumption_carbon.low),
        "direct_consumption_carbon_high_gco2_per_kwh": ("float", lambda slot: slot.direct_consumption_carbon.high),
        "price_eur_per_mwh": ("float", lambda slot: slot.price.eur_per_mwh),
        "price_low_eur_per_mwh": ("float", lambda slot: slot.price.low),
        "price_high_eur_per_mwh": ("float", lambda slot: slot.price.high),
        "price_basis": ("text", lambda slot: slot.price.basis),
        "global_score": ("whole", lambda slot: slot.global_score),
        "grid_signal": ("text", lambda slot: slot.grid_signal),
        "tariff_color": ("text", lambda slot: slot.tariff_color),
        "tariff_color_basis": ("text", lambda slot: slot.tariff_color_basis),
    },
)

PRICES: Layout[ContractPrice] = Layout(
    "start",
    lambda price: price.start,
    {
        "end": ("instant", lambda price: price.end),
        "price_eur_per_kwh": ("float", lambda price: price.value),
    },
)

_UNITS = {
    "carbon": "_gco2_per_kwh",
    "directCarbon": "_gco2_per_kwh",
    "consumptionCarbon": "_gco2_per_kwh",
    "directConsumptionCarbon": "_gco2_per_kwh",
    "price": "_eur_per_mwh",
}
_NAMES = {
    "directCarbon": "direct_carbon",
    "consumptionCarbon": "consumption_carbon",
    "directConsumptionCarbon": "direct_consumption_carbon",
}


def make_archive_layout(quantity: str) -> Layout[ArchivedForecastPoint]:
    """Make the layout of archived forecasts of a quantity."""
    name, unit = _NAMES.get(quantity, quantity), _UNITS.get(quantity, "")
    return Layout(
        "target",
        lambda point: point.target,
        {
            "issued_at": ("instant", lambda point: point.issued_at),
            "lead_hours": ("whole", lambda point: point.lead_hours),
            f"{name}{unit}": ("float", lambda point: point.value),
            f"{name}_low{unit}": ("float", lambda point: point.low),
            f"{name}_high{unit}": ("float", lambda point: point.high),
            f"{name}_actual{unit}": ("float", lambda point: point.actual),
            "methodology_version": ("whole", lambda point: point.methodology_version),
        },
    )


def _find_tariff_day_start(point: ArchivedColorPoint) -> datetime:
    day = point.date
    start = datetime(day.year, day.month, day.day, _TARIFF_DAY_STARTS_AT_HOUR, tzinfo=PARIS)
    return start.astimezone(timezone.utc)


COLORS: Layout[ArchivedColorPoint] = Layout(
    "tariff_day_start",
    _find_tariff_day_start,
    {
        "issued_at": ("instant", lambda point: point.issued_at),
        "lead_days": ("whole", lambda point: point.lead_days),
        "blue_probability": ("float", lambda point: point.probabilities.blue),
        "white_probability": ("float", lambda point: point.probabilities.white),
        "red_probability": ("float", lambda point: point.probabilities.red),
        "actual": ("text", lambda point: point.actual),
        "methodology_version": ("whole", lambda point: point.methodology_version),
    },
)
