"""Names and limits that several modules share."""

import logging
from datetime import timedelta
from typing import Final

DOMAIN: Final = "hexawatt"
VERSION: Final = "0.1.0"
LOGGER: Final = logging.getLogger(__package__)

CONF_TARIFF: Final = "tariff"
CONF_SUBSCRIBED_KVA: Final = "subscribed_kva"
CONF_OFF_PEAK: Final = "off_peak"
CONF_OFF_PEAK_SUMMER: Final = "off_peak_summer"
CONF_OFF_PEAK_WINTER: Final = "off_peak_winter"
CONF_ADDER_EUR_PER_KWH: Final = "adder_eur_per_kwh"
CONF_VAT_PERCENT: Final = "vat_percent"
CONF_GOOD_ABOVE: Final = "good_above"
CONF_GOOD_BELOW: Final = "good_below"
CONF_QUIET: Final = "quiet"
CONF_ENERGY_SENSORS: Final = "energy_sensors"
CONF_HISTORY_MONTHS: Final = "history_months"

TARIFF_BASE: Final = "base"
TARIFF_OFF_PEAK: Final = "hphc"
TARIFF_TEMPO: Final = "tempo"
TARIFF_SPOT: Final = "spot"

SUBENTRY_LOAD: Final = "load"
CONF_ENERGY_KWH: Final = "energy_kwh"
CONF_POWER_KW: Final = "power_kw"
CONF_DURATION_MINUTES: Final = "duration_minutes"
CONF_OBJECTIVE: Final = "objective"
CONF_EARLIEST: Final = "earliest"
CONF_LATEST: Final = "latest"
OBJECTIVES: Final = ("cost", "carbon", "score")

DEFAULT_URL: Final = "http://hexawatt.local:8080"
DEFAULT_GOOD_ABOVE: Final = 60
DEFAULT_GOOD_BELOW: Final = 50
DEFAULT_HISTORY_MONTHS: Final = 3
MOST_HISTORY_MONTHS: Final = 24

STALE_AFTER: Final = timedelta(hours=6)
"""A forecast that has not been renewed for this long no longer counts as known."""

ATTRIBUTION: Final = "Hexawatt, d’après RTE (Licence Ouverte), ADEME et CRE"
