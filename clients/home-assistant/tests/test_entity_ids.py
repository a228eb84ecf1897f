"""Home Assistant makes entity ids from names in its own language; the guide lists those of French and English."""

import pytest
from homeassistant.core import HomeAssistant

from .conftest import Start

IDS = {
    "en": ("sensor.hexawatt_carbon_intensity", "binary_sensor.hexawatt_good_time", "calendar.hexawatt_tempo_days"),
    "fr": ("sensor.hexawatt_intensite_carbone", "binary_sensor.hexawatt_bon_moment", "calendar.hexawatt_jours_tempo"),
}


@pytest.mark.parametrize("language", IDS)
async def test_entity_ids_follow_the_language_of_home_assistant(
    hass: HomeAssistant, start: Start, language: str
) -> None:
    hass.config.language = language
    await start()
    assert [hass.states.get(entity_id) is not None for entity_id in IDS[language]] == [True, True, True]
