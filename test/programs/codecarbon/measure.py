"""Prints the kilograms that CodeCarbon counts for a kilowatt-hour in France, and for how many seconds it keeps them.

The module page_lines has the lines that the page of Electricity Maps shows; the key comes in HEXAWATT_API_KEY.
"""

import json
import os

import page_lines  # noqa: F401 (sets the address when it is imported)
from codecarbon.core import electricitymaps_api as api
from codecarbon.core.emissions import Emissions
from codecarbon.core.units import Energy
from codecarbon.external.geography import GeoMetadata
from codecarbon.input import DataSource

PARIS = GeoMetadata("FRA", "France", latitude=48.86, longitude=2.35, country_2letter_iso_code="FR")
FRANCE = GeoMetadata("FRA", "France", country_2letter_iso_code="FR")

emissions = Emissions(DataSource(), electricitymaps_api_token=os.environ["HEXAWATT_API_KEY"])
print(
    json.dumps(
        {
            "kilograms": [
                emissions.get_private_infra_emissions(Energy.from_energy(kWh=1), place) for place in (PARIS, FRANCE)
            ],
            "keptSeconds": api.ELECTRICITYMAPS_CACHE_TTL,
        }
    )
)
