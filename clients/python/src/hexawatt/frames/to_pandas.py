"""From the body of an answer, or points of a stream, to a table."""

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from hexawatt.body import Body
from hexawatt.frames.layouts import (
    CARBON_SERIES,
    COLORS,
    HISTORY,
    OUTLOOK,
    PRICES,
    SCORE_FORECAST,
    STREAMED_HISTORY,
    Layout,
    make_archive_layout,
)
from hexawatt.models.forecast import ArchivedColorPoint, ArchivedForecastPoint, ColorArchive, ForecastArchive
from hexawatt.models.hours import CarbonSeries, CarbonSeriesPoint, Hours
from hexawatt.models.planning import Outlook
from hexawatt.models.score import ScoreForecast
from hexawatt.models.score_history import HistoryPoint, ScoreHistory
from hexawatt.streamed import ContractPrice, StreamedHistoryPoint

if TYPE_CHECKING:
    import pandas as pd

FrameData: TypeAlias = (
    ScoreHistory
    | ScoreForecast
    | Outlook
    | Hours
    | CarbonSeries
    | ForecastArchive
    | ColorArchive
    | Iterable[HistoryPoint]
    | Iterable[CarbonSeriesPoint]
    | Iterable[ContractPrice]
    | Iterable[ArchivedForecastPoint]
    | Iterable[ArchivedColorPoint]
    | Iterable[Hours]
)
"""What can be made a table: the body of an answer, points of a stream, or months of hours."""


def to_pandas(data: FrameData, *, tz: str = "UTC", quantity: str | None = None) -> "pd.DataFrame":
    """Make a table with a time-zone aware index of the body of an answer, or of points of a stream.

    Units are in the names of the columns (`carbon_gco2_per_kwh`, `spot_price_eur_per_mwh`), limits of a band (p10, p90)
    are columns of their own (`carbon_low_gco2_per_kwh`). What is unknown is NaN or NA, never 0.

    Args:
        data: a history, carbon series, score forecast, outlook, month of hours or forecast archive; or the points or
            months of an iterator, which is read to its end.
        tz: time zone of the index and of all instants, such as `Europe/Paris`, whose days have 23, 24 or 25 hours.
        quantity: quantity of streamed points of the forecast archive, which do not name it.

    Raises:
        ModuleNotFoundError: pandas is not installed.
        TypeError: the data has no rows in time.
        ValueError: the quantity of streamed points is missing.
    """
    return make_frame(data, tz=tz, quantity=quantity)


def make_frame(data: object, *, tz: str, quantity: str | None = None) -> "pd.DataFrame":
    """Make a table of anything that has rows in time, as `to_pandas` does."""
    require_pandas()
    from hexawatt.frames.tabulate import tabulate, tabulate_hours

    if isinstance(data, ScoreHistory):
        return tabulate(data.points, HISTORY, tz)
    if isinstance(data, ScoreForecast):
        return tabulate(data.hours, SCORE_FORECAST, tz)
    if isinstance(data, Outlook):
        return tabulate(data.slots, OUTLOOK, tz)
    if isinstance(data, Hours):
        return tabulate_hours([data], tz)
    if isinstance(data, CarbonSeries):
        return tabulate(data.points, CARBON_SERIES, tz)
    if isinstance(data, ForecastArchive):
        return tabulate(data.points, make_archive_layout(data.quantity), tz)
    if isinstance(data, ColorArchive):
        return tabulate(data.points, COLORS, tz)
    return _tabulate_points(_read_rows(data), tz, quantity)


def require_pandas() -> None:
    """Check that pandas can be imported.

    Raises:
        ModuleNotFoundError: it is not installed; the message says how to install it.
    """
    try:
        import_module("pandas")
    except ModuleNotFoundError as error:
        if error.name != "pandas":
            raise
        raise ModuleNotFoundError("to_pandas needs pandas: pip install 'hexawatt[pandas]'", name="pandas") from None


def _read_rows(data: object) -> list[Any]:
    if isinstance(data, str | bytes | Body) or not isinstance(data, Iterable):
        raise TypeError(
            f"{type(data).__name__} has no rows in time: give a history, series, forecast, outlook or hours."
        )
    rows: list[Any] = list(data)  # pyright: ignore[reportUnknownArgumentType] (rows of unknown type)
    return rows


def _tabulate_points(rows: list[Any], tz: str, quantity: str | None) -> "pd.DataFrame":
    """Make a table of points, whose kind the first of them tells; without any, the table has no columns."""
    from hexawatt.frames.tabulate import tabulate, tabulate_hours

    if not rows:
        return tabulate(rows, Layout("time", lambda row: row, {}), tz)
    first = rows[0]
    if isinstance(first, Hours):
        return tabulate_hours(rows, tz)
    if isinstance(first, StreamedHistoryPoint):
        return tabulate(rows, STREAMED_HISTORY, tz)
    if isinstance(first, HistoryPoint):
        return tabulate(rows, HISTORY, tz)
    if isinstance(first, CarbonSeriesPoint):
        return tabulate(rows, CARBON_SERIES, tz)
    if isinstance(first, ContractPrice):
        return tabulate(rows, PRICES, tz)
    if isinstance(first, ArchivedColorPoint):
        return tabulate(rows, COLORS, tz)
    if isinstance(first, ArchivedForecastPoint):
        if quantity is None:
            raise ValueError("Points of the forecast archive do not name their quantity: give quantity='carbon' or so.")
        return tabulate(rows, make_archive_layout(quantity), tz)
    raise TypeError(f"{type(first).__name__} is no row in time.")
