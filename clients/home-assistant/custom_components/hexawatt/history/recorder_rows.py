"""Reads and writes hourly rows of the recorder's long-term statistics."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Literal

from homeassistant.components.recorder.models import StatisticData, StatisticMeanType, StatisticMetaData
from homeassistant.components.recorder.statistics import (
    async_add_external_statistics,
    async_list_statistic_ids,
    statistics_during_period,
)
from homeassistant.const import UnitOfEnergy, UnitOfMass
from homeassistant.core import HomeAssistant
from homeassistant.helpers.recorder import get_instance
from homeassistant.util.unit_conversion import EnergyConverter, MassConverter

from ..const import DOMAIN
from .emissions import HOUR, EnergyRow, find_changes

# Before this there is no statistic of any home.
_ALWAYS = datetime(2000, 1, 1, tzinfo=UTC)


def has_recorder(hass: HomeAssistant) -> bool:
    """Whether this home records history."""
    return "recorder" in hass.config.components


def describe_means(key: str, name: str, unit: str) -> StatisticMetaData:
    """Describes a statistic of hourly means."""
    return StatisticMetaData(
        mean_type=StatisticMeanType.ARITHMETIC,
        has_sum=False,
        name=name,
        source=DOMAIN,
        statistic_id=f"{DOMAIN}:{key}",
        unit_class=None,
        unit_of_measurement=unit,
    )


def describe_emissions(key: str, name: str) -> StatisticMetaData:
    """Describes a meter of emissions in kg."""
    return StatisticMetaData(
        mean_type=StatisticMeanType.NONE,
        has_sum=True,
        name=name,
        source=DOMAIN,
        statistic_id=f"{DOMAIN}:{key}",
        unit_class=MassConverter.UNIT_CLASS,
        unit_of_measurement=UnitOfMass.KILOGRAMS,
    )


async def write_means(hass: HomeAssistant, metadata: StatisticMetaData, means: Mapping[datetime, float]) -> int:
    """Writes the hourly means that are missing or were corrected, and returns how many these are."""
    if not means:
        return 0
    stored = await _read_column(hass, metadata["statistic_id"], min(means), max(means) + HOUR, "mean")
    changes = find_changes(means, stored)
    rows = [StatisticData(start=start, mean=value, min=value, max=value) for start, value in changes.items()]
    if rows:
        async_add_external_statistics(hass, metadata, rows)
    return len(rows)


async def write_meter(hass: HomeAssistant, metadata: StatisticMetaData, meter: Mapping[datetime, float]) -> int:
    """Writes the hours of a meter that are missing or were corrected, and returns how many these are."""
    if not meter:
        return 0
    stored = await _read_column(hass, metadata["statistic_id"], min(meter), max(meter) + HOUR, "sum")
    changes = find_changes(meter, stored)
    rows = [StatisticData(start=start, state=value, sum=value) for start, value in changes.items()]
    if rows:
        async_add_external_statistics(hass, metadata, rows)
    return len(rows)


async def read_meter_before(hass: HomeAssistant, statistic_id: str, begin: datetime) -> float:
    """The meter at the end of the last hour before an instant; 0 where it has not begun."""
    for since in (begin - timedelta(days=31), _ALWAYS):
        stored = await _read_column(hass, statistic_id, since, begin, "sum")
        if stored:
            return stored[max(stored)]
    return 0.0


async def read_energy(hass: HomeAssistant, statistic_id: str, begin: datetime) -> list[EnergyRow]:
    """The energy of each hour from an instant on, as the recorder counts it: a reset of the meter is no consumption."""
    rows = await get_instance(hass).async_add_executor_job(
        statistics_during_period,
        hass,
        begin - HOUR,
        None,
        {statistic_id},
        "hour",
        {EnergyConverter.UNIT_CLASS: UnitOfEnergy.KILO_WATT_HOUR},
        {"change"},
    )
    energy: list[EnergyRow] = []
    before: datetime | None = None
    for row in rows.get(statistic_id, []):
        start = datetime.fromtimestamp(row["start"], UTC)
        change = row.get("change")
        if change is not None and start >= begin:
            energy.append(EnergyRow(start, change, follows=before == start - HOUR))
        before = start
    return energy


async def are_energy_meters(hass: HomeAssistant, statistic_ids: Collection[str]) -> bool:
    """Whether each of some statistics is a meter of energy, in kWh or a unit of the same kind."""
    if not statistic_ids:
        return True
    if not has_recorder(hass):
        return False
    known = await async_list_statistic_ids(hass, set(statistic_ids))
    meters = (row for row in known if row["has_sum"] and row["unit_class"] == EnergyConverter.UNIT_CLASS)
    return {row["statistic_id"] for row in meters}.issuperset(statistic_ids)


async def _read_column(
    hass: HomeAssistant, statistic_id: str, begin: datetime, end: datetime, column: Literal["mean", "sum"]
) -> dict[datetime, float]:
    rows = await get_instance(hass).async_add_executor_job(
        statistics_during_period, hass, begin, end, {statistic_id}, "hour", None, {column}
    )
    return {
        datetime.fromtimestamp(row["start"], UTC): value
        for row in rows.get(statistic_id, [])
        if (value := row.get(column)) is not None
    }
