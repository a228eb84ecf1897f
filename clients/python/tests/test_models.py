"""Bodies of the API as objects."""

from datetime import date, datetime, timezone
from typing import Any

import pytest
from pydantic import ValidationError

import hexawatt
from hexawatt import HistoryPoint, TariffToday, models
from hexawatt.body import Body

from .support.examples import TARIFF_TODAY, history_point

MODELS = [value for value in vars(models).values() if isinstance(value, type) and issubclass(value, Body)]


def test_fields_have_python_names_and_instants_are_in_utc() -> None:
    body = {**TARIFF_TODAY, "fetchedAt": "2026-02-03T19:00:00+01:00"}
    tariff = TariffToday.model_validate(body)
    assert (tariff.date, tariff.in_force.from_) == (date(2026, 2, 3), datetime(2026, 2, 3, 5, tzinfo=timezone.utc))
    assert tariff.fetched_at == datetime(2026, 2, 3, 18, tzinfo=timezone.utc)
    assert tariff.fetched_at is not None
    assert tariff.fetched_at.tzinfo is timezone.utc


def test_a_constant_and_a_field_that_are_newer_than_the_package_discard_nothing() -> None:
    tariff = TariffToday.model_validate({**TARIFF_TODAY, "color": "Violet", "isNew": True})
    assert tariff.color == "Violet"


def test_a_nullable_field_that_an_older_service_lacks_is_none_and_never_0() -> None:
    body = history_point("2026-01-01T00:00:00Z")
    del body["lowCarbonPct"]
    assert HistoryPoint.model_validate(body).low_carbon_pct is None


@pytest.mark.parametrize("timestamp", ["2026-01-01T00:00:00", "soon", None])
def test_an_instant_without_a_zone_is_refused(timestamp: object) -> None:
    with pytest.raises(ValidationError):
        HistoryPoint.model_validate({**history_point(""), "timestamp": timestamp})


def test_a_body_cannot_be_changed() -> None:
    tariff: Any = TariffToday.model_validate(TARIFF_TODAY)
    with pytest.raises(ValidationError):
        tariff.color = "Bleu"


def test_a_body_is_written_as_the_api_writes_it() -> None:
    tariff = TariffToday.model_validate(TARIFF_TODAY)
    assert tariff.model_dump(mode="json", by_alias=True) == TARIFF_TODAY


def test_every_model_says_what_it_is() -> None:
    assert len(MODELS) > 80
    assert [model.__name__ for model in MODELS if not model.__doc__] == []


def test_the_package_exports_every_model_and_no_module_of_them() -> None:
    assert [name for name in models.__all__ if getattr(hexawatt, name) is not getattr(models, name)] == []
    assert not any(hasattr(hexawatt, module) for module in ("grid", "hours", "score", "planning"))
