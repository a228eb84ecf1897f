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
    Hours,
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
