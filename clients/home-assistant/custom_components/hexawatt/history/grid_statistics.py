"""Long-term statistics of the grid by the hour: carbon intensity on both boundaries, and the market price."""

from collections.abc import Callable
from dataclasses import dataclass

from homeassistant.core import HomeAssistant

from .months import HourValues, Month
from .recorder_rows import describe_means, write_means


@dataclass(frozen=True, slots=True)
class GridStatistic:
    """A column of `GET /api/hours` as a statistic; the names are what the statistics cards show."""

    key: str
    unit: str
    french: str
    english: str
    read: Callable[[HourValues], float | None]


GRID_STATISTICS = (
    GridStatistic(
        "carbon_intensity_production",
        "gCO2eq/kWh",
        "Intensité carbone, production",
        "Carbon intensity, production",
        lambda hour: hour.production,
    ),
    GridStatistic(
        "carbon_intensity_consumption",
        "gCO2eq/kWh",
        "Intensité carbone, consommation",
        "Carbon intensity, consumption",
        lambda hour: hour.consumption,
    ),
    GridStatistic(
        "market_price",
        "EUR/kWh",
        "Prix de marché, hors taxes",
        "Market price, without taxes",
        lambda hour: hour.market_price,
    ),
)


async def write_month(hass: HomeAssistant, month: Month) -> int:
    """Writes the hours that the recorder does not have, or has with another value; unknown values are not written."""
    written = 0
    for statistic in GRID_STATISTICS:
        name = choose_text(hass, statistic.french, statistic.english)
        means = {start: value for start, hour in month.hours.items() if (value := statistic.read(hour)) is not None}
        written += await write_means(hass, describe_means(statistic.key, name, statistic.unit), means)
    return written


def choose_text(hass: HomeAssistant, french: str, english: str) -> str:
    """The text in the language of the home: statistics have no translations in Home Assistant."""
    return french if hass.config.language.startswith("fr") else english
