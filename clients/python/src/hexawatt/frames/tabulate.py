"""Tables of pandas. Only `to_pandas` imports this module, when pandas is there."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

import pandas as pd

from hexawatt.frames.layouts import Kind, Layout
from hexawatt.models.hours import Hours

Row = TypeVar("Row")


def tabulate(rows: Sequence[Row], layout: Layout[Row], tz: str) -> pd.DataFrame:
    """Make a table of rows."""
    index = _make_index([layout.find_instant(row) for row in rows], layout.index, tz)
    columns = {
        name: _make_column([find(row) for row in rows], kind, index, tz)
        for name, (kind, find) in layout.columns.items()
    }
    frame: pd.DataFrame = pd.DataFrame(columns, index=index)
    return frame


def tabulate_hours(months: Sequence[Hours], tz: str) -> pd.DataFrame:
    """Make one table of the hours of months."""
    index = _make_index([start for month in months for start in month.hours], "start", tz)
    names = ("production_gco2_per_kwh", "consumption_gco2_per_kwh", "direct_gco2_per_kwh", "eur_per_mwh")
    columns = {
        name: _make_column([value for month in months for value in getattr(month, name)], "float", index, tz)
        for name in names
    }
    colors = [color for month in months for color in month.tempo_color]
    columns["tempo_color"] = _make_column(colors, "text", index, tz)
    frame: pd.DataFrame = pd.DataFrame(columns, index=index)
    return frame


def _make_index(instants: Sequence[datetime], name: str, tz: str) -> pd.DatetimeIndex:
    index: pd.DatetimeIndex = pd.DatetimeIndex(pd.to_datetime(list(instants), utc=True), name=name).tz_convert(tz)
    return index


_DTYPES = {"float": "float64", "whole": "Int64", "flag": "boolean", "text": "string"}


def _make_column(values: Sequence[Any], kind: Kind, index: pd.DatetimeIndex, tz: str) -> "pd.Series[Any]":
    if kind == "instant":
        instants = pd.DatetimeIndex(pd.to_datetime(list(values), utc=True)).tz_convert(tz)
        column: pd.Series[Any] = pd.Series(instants, index=index)
    else:
        column = pd.Series(values, index=index, dtype=_DTYPES[kind])
    return column
