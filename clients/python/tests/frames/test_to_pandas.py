"""Bodies and points become tables whose index has a time zone."""

# The stubs of pandas leave rows and columns open.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

import subprocess
import sys
from datetime import datetime, timedelta, timezone
from typing import Any

import pandas as pd
import pytest

from hexawatt import (
    Answer,
    ArchivedColorPoint,
    ArchivedForecastPoint,
    ForecastArchive,
    Hours,
    Outlook,
    ScoreForecast,
    ScoreHistory,
    ServiceStatus,
    StreamedHistoryPoint,
    to_pandas,
)

_UTC = timezone.utc


def _answer(data: Any) -> Answer[Any]:
    return Answer(data, None, None, None, False, None, False)


def _hours_from(first: datetime, count: int, **columns: list[Any]) -> Hours:
    starts = [first + timedelta(hours=hour) for hour in range(count)]
    names = ("productionGCo2PerKwh", "consumptionGCo2PerKwh", "directGCo2PerKwh", "eurPerMwh", "tempoColor")
    return Hours.model_validate(
        {
            "month": "2026-03",
            "timeZone": "Europe/Paris",
            "from": starts[0] if starts else first,
            "to": first + timedelta(hours=count),
            "hours": starts,
            **{name: columns.get(name, [None] * count) for name in names},
            "methodologyVersions": [],
            "sources": [],
            "complete": False,
        }
    )


def _point(timestamp: str, **changes: Any) -> dict[str, Any]:
    return {
        "timestamp": timestamp,
        "globalScore": 61,
        "level": "Acceptable",
        "confidence": 90,
        "carbonSlotStart": None,
        "carbonIntensityGco2Kwh": None,
        "carbonIntensityConsumptionGco2Kwh": 21.5,
        "lowCarbonPct": None,
        "spotPriceEurPerMWh": -3.2,
        **changes,
    }


@pytest.mark.parametrize(
    ("first", "count", "day"),
    [
        (datetime(2026, 3, 28, 23, tzinfo=_UTC), 23, "2026-03-29"),
        (datetime(2026, 10, 24, 22, tzinfo=_UTC), 25, "2026-10-25"),
    ],
)
def test_a_day_of_paris_has_23_or_25_hours_each_once(first: datetime, count: int, day: str) -> None:
    frame = _answer(_hours_from(first - timedelta(hours=1), count + 2)).to_pandas(tz="Europe/Paris")
    assert isinstance(frame.index, pd.DatetimeIndex)
    assert frame.index.name == "start"
    assert str(frame.index.tz) == "Europe/Paris"
    assert frame.index.is_unique
    assert frame.index.is_monotonic_increasing
    assert len(frame.loc[day]) == count
    by_day = frame.groupby(frame.index.date).size()
    assert list(by_day) == [1, count, 1]


def test_the_index_is_in_utc_unless_a_time_zone_is_given() -> None:
    hours = _hours_from(datetime(2026, 3, 28, 23, tzinfo=_UTC), 2)
    utc, paris = to_pandas(hours), to_pandas(hours, tz="Europe/Paris")
    assert str(utc.index[0]) == "2026-03-28 23:00:00+00:00"
    assert str(paris.index[0]) == "2026-03-29 00:00:00+01:00"
    assert list(utc.index) == list(paris.index)


def test_what_is_unknown_is_missing_and_0_stays_0() -> None:
    first = datetime(2026, 2, 3, tzinfo=_UTC)
    frame = to_pandas(_hours_from(first, 3, eurPerMwh=[0.0, None, -12.5], tempoColor=["Rouge", None, "Bleu"]))
    assert list(frame.columns) == [
        "production_gco2_per_kwh",
        "consumption_gco2_per_kwh",
        "direct_gco2_per_kwh",
        "eur_per_mwh",
        "tempo_color",
    ]
    assert frame["eur_per_mwh"].isna().tolist() == [False, True, False]
    assert frame["eur_per_mwh"].sum() == -12.5
    assert frame["tempo_color"].isna().tolist() == [False, True, False]
    assert frame["production_gco2_per_kwh"].isna().all()
    assert [str(dtype) for dtype in frame.dtypes] == ["float64"] * 4 + ["string"]


def test_several_months_are_one_table() -> None:
    first = datetime(2026, 2, 28, 21, tzinfo=_UTC)
    frame = to_pandas([_hours_from(first, 2), _hours_from(first + timedelta(hours=2), 3)])
    assert len(frame) == 5
    assert frame.index.is_monotonic_increasing


def test_a_history_has_units_in_the_names_of_its_columns_and_whole_numbers_with_na() -> None:
    points = [
        _point("2026-02-03T18:00:00Z"),
        _point("2026-02-03T18:10:00Z", carbonSlotStart="2026-02-03T16:00:00Z", lowCarbonPct=93.5),
    ]
    body: dict[str, Any] = {
        "from": "2026-02-03T18:00:00Z",
        "to": "2026-02-03T19:00:00Z",
        "effectiveFrom": "2026-02-03T18:00:00Z",
        "truncated": False,
        "maxHistoryDays": 31,
        "granularity": "raw",
        "profileApplied": None,
        "seriesStart": None,
        "carbonSeriesStart": None,
        "consumptionSeriesStart": None,
        "sampleCount": 2,
        "methodologyBreakdown": [],
        "points": points,
    }
    frame = to_pandas(ScoreHistory.model_validate(body), tz="Europe/Paris")
    assert {name: str(dtype).split("[")[0] for name, dtype in frame.dtypes.items()} == {
        "global_score": "Int64",
        "level": "string",
        "confidence": "Int64",
        "carbon_slot_start": "datetime64",
        "carbon_intensity_gco2_kwh": "float64",
        "carbon_intensity_consumption_gco2_kwh": "float64",
        "low_carbon_pct": "float64",
        "spot_price_eur_per_mwh": "float64",
    }
    assert str(frame["carbon_slot_start"].iloc[1]) == "2026-02-03 17:00:00+01:00"
    assert frame["carbon_slot_start"].isna().tolist() == [True, False]
    empty = to_pandas(ScoreHistory.model_validate({**body, "points": []}), tz="Europe/Paris")
    assert (list(empty.columns), len(empty)) == (list(frame.columns), 0)
    assert isinstance(empty.index, pd.DatetimeIndex)
    assert str(empty.index.tz) == "Europe/Paris"


def test_points_of_a_stream_are_a_table_with_their_provenance() -> None:
    points = (
        StreamedHistoryPoint.model_validate({**_point(f"2026-02-03T18:{minute}0:00Z"), "provenance": "live"})
        for minute in range(3)
    )
    frame = to_pandas(points)
    assert (len(frame), frame["provenance"].tolist()) == (3, ["live"] * 3)
    assert len(to_pandas(iter(()))) == 0


def test_the_bands_of_an_outlook_are_columns() -> None:
    slot = {
        "start": "2026-02-03T19:00:00Z",
        "end": "2026-02-03T20:00:00Z",
        "carbon": {"gCo2PerKwh": 50.5, "low": 40.0, "high": None},
        "directCarbon": {"gCo2PerKwh": 30.5, "low": None, "high": 33.0},
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


def test_data_without_rows_in_time_are_refused() -> None:
    status = ServiceStatus.model_construct()
    with pytest.raises(TypeError, match="ServiceStatus"):
        _answer(status).to_pandas()
    with pytest.raises(TypeError, match="str"):
        _answer("text").to_pandas()
    with pytest.raises(TypeError, match="int"):
        _answer([1, 2]).to_pandas()


def test_without_pandas_the_package_works_and_says_how_to_install_it() -> None:
    script = "\n".join(
        (
            "import sys",
            "sys.modules['pandas'] = None",
            "import hexawatt",
            "try:",
            "    hexawatt.to_pandas([])",
            "except ModuleNotFoundError as error:",
            "    print(error)",
        )
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "to_pandas needs pandas: pip install 'hexawatt[pandas]'\n"
