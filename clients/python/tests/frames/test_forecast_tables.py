"""Forecasts and their archives become tables whose columns name quantity and unit."""

# The stubs of pandas leave rows and columns open.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

import pandas as pd
import pytest

from hexawatt import (
    ArchivedColorPoint,
    ArchivedForecastPoint,
    ForecastArchive,
    Outlook,
    ScoreForecast,
    to_pandas,
)


def test_the_bands_of_an_outlook_are_columns() -> None:
    slot = {
        "start": "2026-02-03T19:00:00Z",
        "end": "2026-02-03T20:00:00Z",
        "carbon": {"gCo2PerKwh": 50.5, "low": 40.0, "high": None},
        "directCarbon": {"gCo2PerKwh": 30.5, "low": None, "high": 33.0},
        "consumptionCarbon": {"gCo2PerKwh": 61.5, "low": 50.0, "high": 70.0},
        "directConsumptionCarbon": {"gCo2PerKwh": None, "low": None, "high": None},
        "price": {"eurPerMwh": 120.0, "low": 120.0, "high": 120.0, "basis": "auction"},
        "globalScore": None,
        "gridSignal": None,
        "tariffColor": "Rouge",
        "tariffColorBasis": "published",
    }
    outlook = Outlook.model_validate(
        {
            "issuedAt": "2026-02-03T18:20:00Z",
            "servedHours": 1,
            "resolution": "1h",
            "methodologyVersions": {"carbon": 1, "consumption": 1, "score": 2, "confidence": 2, "forecast": 2},
            "slots": [slot],
        }
    )
    row = to_pandas(outlook).iloc[0]
    assert (row["carbon_gco2_per_kwh"], row["carbon_low_gco2_per_kwh"]) == (50.5, 40.0)
    assert (row["direct_carbon_high_gco2_per_kwh"], row["price_eur_per_mwh"], row["price_basis"]) == (
        33,
        120,
        "auction",
    )
    assert (row["consumption_carbon_gco2_per_kwh"], row["consumption_carbon_high_gco2_per_kwh"]) == (61.5, 70)
    assert bool(pd.isna(row["direct_consumption_carbon_gco2_per_kwh"]))
    missing = ["carbon_high_gco2_per_kwh", "direct_carbon_low_gco2_per_kwh", "global_score", "grid_signal"]
    assert [bool(pd.isna(row[name])) for name in missing] == [True] * 4


def test_a_score_forecast_has_a_column_for_each_dimension() -> None:
    hour = {
        "time": "2026-02-03T19:00:00Z",
        "globalScore": 25,
        "level": "Unfavorable",
        "subScores": [{"dimension": "price", "value": 4.6, "detail": ""}],
        "confidence": 90,
        "spotPriceEurPerMWh": None,
        "carbonIntensityGco2Kwh": 52.78,
    }
    body = {
        "generatedAt": "2026-02-03T18:20:00Z",
        "requestedHours": 1,
        "servedHours": 1,
        "profileApplied": None,
        "weightsApplied": {"price": 0.3, "carbon": 0.3, "grid": 0.2, "adequacy": 0.2},
        "bestHour": None,
        "worstHour": None,
        "confidence": 90,
        "methodologyVersions": {"carbon": 1, "consumption": 1, "score": 2, "confidence": 2, "forecast": 2},
        "hours": [hour],
    }
    frame = to_pandas(ScoreForecast.model_validate(body))
    assert frame["price_score"].tolist() == [4.6]
    assert frame[["carbon_score", "spot_price_eur_per_mwh"]].isna().all(axis=None)


def test_the_forecast_archive_names_quantity_and_unit() -> None:
    point = {
        "issuedAt": "2026-02-03T16:00:00Z",
        "target": "2026-02-03T17:00:00Z",
        "leadHours": 1,
        "value": 50.5,
        "low": 40.0,
        "high": 61.0,
        "actual": None,
        "methodologyVersion": 2,
    }
    archive = ForecastArchive.model_validate(
        {
            "quantity": "carbon",
            "from": point["issuedAt"],
            "to": point["target"],
            "effectiveFrom": point["issuedAt"],
            "truncated": False,
            "points": [point],
        }
    )
    frame = to_pandas(archive)
    assert list(frame.columns) == [
        "issued_at",
        "lead_hours",
        "carbon_gco2_per_kwh",
        "carbon_low_gco2_per_kwh",
        "carbon_high_gco2_per_kwh",
        "carbon_actual_gco2_per_kwh",
        "methodology_version",
    ]
    streamed = [ArchivedForecastPoint.model_validate(point)]
    assert "score_low" in to_pandas(streamed, quantity="score").columns
    with pytest.raises(ValueError, match="quantity"):
        to_pandas(streamed)


def test_archived_colours_begin_at_6_in_paris() -> None:
    point = ArchivedColorPoint.model_validate(
        {
            "issuedAt": "2026-02-03T16:00:00Z",
            "date": "2026-03-29",
            "leadDays": 1,
            "probabilities": {"blue": 0.5, "white": 0.5, "red": 0.0},
            "actual": None,
            "methodologyVersion": 1,
        }
    )
    frame = to_pandas([point], tz="Europe/Paris")
    assert str(frame.index[0]) == "2026-03-29 06:00:00+02:00"
    assert frame["red_probability"].tolist() == [0.0]
