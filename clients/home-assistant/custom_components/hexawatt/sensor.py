"""Sensors of the grid and of the contract."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, override

from homeassistant.components.sensor import SensorDeviceClass, SensorEntity, SensorEntityDescription, SensorStateClass
from homeassistant.const import EntityCategory, Platform, UnitOfEnergy
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.typing import StateType
from homeassistant.util import dt as dt_util

from .const import SUBENTRY_LOAD, TARIFF_TEMPO
from .coordinator import HexawattConfigEntry, HexawattCoordinator, HexawattData
from .emission_sensors import PERIODS, EmissionsSensor
from .entity import HexawattEntity, enable_entities
from .forecast import level_of
from .load_entities import BestWindowStart
from .planning.forecasts import list_carbon_forecast, list_price_forecast, list_score_forecast
from .tempo import TEMPO_STATES, color_attributes, color_of
from .today import SIGNAL_STATES, next_change_of_price, realised_at, signal_now, signal_today

PARALLEL_UPDATES = 0

GRAMS_PER_KWH = "gCO2eq/kWh"
EUR_PER_KWH = f"EUR/{UnitOfEnergy.KILO_WATT_HOUR}"

FORECAST = "forecast"
"""Attribute that chart cards and schedulers read; it is not recorded."""

type Value = StateType | datetime


@dataclass(frozen=True, kw_only=True)
class HexawattSensorDescription(SensorEntityDescription):
    """A sensor: how its state and its attributes follow from the data at an instant."""

    value: Callable[[HexawattData, datetime], Value]
    attributes: Callable[[HexawattData, datetime], Mapping[str, Any]] = lambda _data, _now: {}
    outlives_forecast: bool = False
    """Whether it stays available while the forecast is too old."""


def _present(field: str) -> Callable[[HexawattData, datetime], Any]:
    """A value of the present quarter-hour."""

    def read(data: HexawattData, now: datetime) -> Any:
        quarter = data.at(now)
        return None if quarter is None else getattr(quarter, field)

    return read


def _level(data: HexawattData, now: datetime) -> str | None:
    score = _present("score")(data, now)
    return None if score is None else level_of(score)


def _basis(field: str) -> Callable[[HexawattData, datetime], Mapping[str, Any]]:
    return lambda data, now: {"basis": _present(field)(data, now)}


SENSORS = (
    HexawattSensorDescription(
        key="score",
        native_unit_of_measurement="/100",
        state_class=SensorStateClass.MEASUREMENT,
        suggested_display_precision=0,
        value=_present("score"),
        attributes=lambda data, now: {FORECAST: list_score_forecast(data.quarter_hours, now)},
    ),
    HexawattSensorDescription(
        key="level",
        device_class=SensorDeviceClass.ENUM,
        options=["favorable", "correct", "unfavorable"],
        value=_level,
    ),
    HexawattSensorDescription(
        key="carbon_intensity",
        native_unit_of_measurement=GRAMS_PER_KWH,
        state_class=SensorStateClass.MEASUREMENT,
        suggested_display_precision=0,
        value=_present("carbon"),
        attributes=lambda data, now: {
            "low": _present("carbon_low")(data, now),
            "high": _present("carbon_high")(data, now),
            FORECAST: list_carbon_forecast(data.quarter_hours, now),
        },
    ),
    HexawattSensorDescription(
        key="direct_carbon_intensity",
        native_unit_of_measurement=GRAMS_PER_KWH,
        state_class=SensorStateClass.MEASUREMENT,
        suggested_display_precision=0,
        entity_registry_enabled_default=False,
        value=_present("direct_carbon"),
    ),
    HexawattSensorDescription(
        key="carbon_intensity_consumption",
        native_unit_of_measurement=GRAMS_PER_KWH,
        state_class=SensorStateClass.MEASUREMENT,
        suggested_display_precision=0,
        value=lambda data, now: realised_at(data, now, "consumption"),
        attributes=lambda data, now: {"hour": realised_at(data, now, "start")},
    ),
    HexawattSensorDescription(
        key="carbon_intensity_realised",
        native_unit_of_measurement=GRAMS_PER_KWH,
        state_class=SensorStateClass.MEASUREMENT,
        suggested_display_precision=0,
        entity_registry_enabled_default=False,
        value=lambda data, now: realised_at(data, now, "production"),
        attributes=lambda data, now: {"hour": realised_at(data, now, "start")},
    ),
    HexawattSensorDescription(
        key="price",
        native_unit_of_measurement=EUR_PER_KWH,
        state_class=SensorStateClass.MEASUREMENT,
        suggested_display_precision=4,
        value=_present("price"),
        attributes=lambda data, now: {
            "basis": _present("price_basis")(data, now),
            FORECAST: list_price_forecast(data.quarter_hours, now),
        },
    ),
    HexawattSensorDescription(
        key="next_price",
        native_unit_of_measurement=EUR_PER_KWH,
        suggested_display_precision=4,
        value=lambda data, now: next_change_of_price(data, now)[1],
        attributes=lambda data, now: {"from": next_change_of_price(data, now)[0]},
    ),
    HexawattSensorDescription(
        key="market_price",
        native_unit_of_measurement=EUR_PER_KWH,
        state_class=SensorStateClass.MEASUREMENT,
        suggested_display_precision=4,
        entity_registry_enabled_default=False,
        value=_present("market_price"),
        attributes=_basis("market_basis"),
    ),
    HexawattSensorDescription(
        key="ecowatt",
        device_class=SensorDeviceClass.ENUM,
        options=list(SIGNAL_STATES.values()),
        value=signal_now,
    ),
    HexawattSensorDescription(
        key="ecowatt_today",
        device_class=SensorDeviceClass.ENUM,
        options=list(SIGNAL_STATES.values()),
        value=lambda data, now: signal_today(data, now)[0],
        attributes=lambda data, now: {"message": signal_today(data, now)[1]},
    ),
    HexawattSensorDescription(
        key="updated",
        device_class=SensorDeviceClass.TIMESTAMP,
        entity_category=EntityCategory.DIAGNOSTIC,
        value=lambda data, _: data.fetched_at,
        attributes=lambda data, _: {"forecast_issued": data.issued_at, "data_mode": data.data_mode},
        outlives_forecast=True,
    ),
    HexawattSensorDescription(
        key="requests_left",
        entity_category=EntityCategory.DIAGNOSTIC,
        entity_registry_enabled_default=False,
        state_class=SensorStateClass.MEASUREMENT,
        value=lambda data, _: data.requests_left,
        outlives_forecast=True,
    ),
)


def tempo_sensors(tariff: str | None) -> list[HexawattSensorDescription]:
    """The colours of today and tomorrow: switched on by themselves where the contract has colours."""
    return [_tempo_sensor("tempo_today", 0, tariff), _tempo_sensor("tempo_tomorrow", 1, tariff)]


def _tempo_sensor(key: str, days: int, tariff: str | None) -> HexawattSensorDescription:
    return HexawattSensorDescription(
        key=key,
        device_class=SensorDeviceClass.ENUM,
        options=list(TEMPO_STATES.values()),
        entity_registry_enabled_default=tariff == TARIFF_TEMPO,
        value=lambda data, now: color_of(data.tariff_outlook, now, days),
        attributes=lambda data, now: color_attributes(data.tariff_outlook, now, days),
    )


async def async_setup_entry(
    hass: HomeAssistant, entry: HexawattConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Adds the sensors of the entry."""
    coordinator = entry.runtime_data
    if coordinator.contract.tariff == TARIFF_TEMPO:
        enable_entities(hass, entry, Platform.SENSOR, (description.key for description in tempo_sensors(TARIFF_TEMPO)))
    descriptions = [*SENSORS, *tempo_sensors(coordinator.contract.tariff)]
    async_add_entities(HexawattSensor(coordinator, description) for description in descriptions)
    async_add_entities(
        EmissionsSensor(coordinator, energy_sensor, key)
        for energy_sensor in coordinator.history.energy_sensors
        for key in PERIODS
    )
    for load in entry.get_subentries_of_type(SUBENTRY_LOAD):
        async_add_entities([BestWindowStart(coordinator, load)], config_subentry_id=load.subentry_id)


class HexawattSensor(HexawattEntity, SensorEntity):
    """A value of the held data at the present instant."""

    entity_description: HexawattSensorDescription
    _unrecorded_attributes = frozenset({FORECAST})

    def __init__(self, coordinator: HexawattCoordinator, description: HexawattSensorDescription) -> None:
        super().__init__(coordinator, description.key)
        self.entity_description = description

    @property
    @override
    def available(self) -> bool:
        if self.entity_description.outlives_forecast:
            return self.coordinator.data.fetched_at is not None
        return super().available

    @property
    @override
    def native_value(self) -> Value:
        return self.entity_description.value(self.coordinator.data, dt_util.utcnow())

    @property
    @override
    def extra_state_attributes(self) -> Mapping[str, Any]:
        return self.entity_description.attributes(self.coordinator.data, dt_util.utcnow())
