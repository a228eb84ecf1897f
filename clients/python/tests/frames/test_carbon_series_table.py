"""A carbon series becomes a table by which unknown and not yet final slots can be told."""

# The stubs of pandas leave rows and columns open.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from hexawatt import CarbonSeries, to_pandas

_SERIES = CarbonSeries.model_validate(
    {
        "boundary": "consumption",
        "resolution": "15m",
        "from": "2026-10-25T00:45:00Z",
        "to": "2026-10-25T01:15:00Z",
        "effectiveFrom": "2026-10-25T00:45:00Z",
        "truncated": False,
        "methodologyVersions": [1],
        "points": [
            {
                "slotStart": "2026-10-25T00:45:00Z",
                "slotEnd": "2026-10-25T01:00:00Z",
                "gCo2PerKwh": 21.5,
                "final": True,
            },
            {
                "slotStart": "2026-10-25T01:00:00Z",
                "slotEnd": "2026-10-25T01:15:00Z",
                "gCo2PerKwh": None,
                "final": False,
            },
        ],
    }
)


def test_slots_of_a_series_are_rows_with_their_finality_and_unknown_values_are_missing() -> None:
    frame = to_pandas(_SERIES, tz="Europe/Paris")
    assert frame.index.name == "slot_start"
    assert [str(start) for start in frame.index] == ["2026-10-25 02:45:00+02:00", "2026-10-25 02:00:00+01:00"]
    assert str(frame["slot_end"].iloc[1]) == "2026-10-25 02:15:00+01:00"
    assert frame["gco2_per_kwh"].isna().tolist() == [False, True]
    assert frame["gco2_per_kwh"].sum() == 21.5
    assert frame.loc[frame["final"], "gco2_per_kwh"].tolist() == [21.5]


def test_points_of_a_streamed_series_give_the_same_table() -> None:
    streamed, whole = to_pandas(iter(_SERIES.points)), to_pandas(_SERIES)
    assert streamed.equals(whole)
    assert [str(dtype) for dtype in streamed.dtypes][1:] == ["float64", "boolean"]
