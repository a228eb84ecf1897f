"""Operations about the past, whole and streamed."""

# Generated from hexawatt._async by `bun run docs`: edit that, not this file.

from collections.abc import Generator
from typing import TypeVar

from hexawatt._sync.transport import Transport
from hexawatt._transfer.lines import LineReader
from hexawatt.answer import Answer
from hexawatt.models import (
    ArchivedColorPoint,
    ArchivedForecastPoint,
    ArchivedQuantity,
    CarbonSeries,
    CarbonSeriesPoint,
    ColorArchive,
    ForecastArchive,
    Granularity,
    ProfileName,
    RegionalDay,
    ScoreAnalytics,
    ScoreHistory,
)
from hexawatt.months import DayInput, text_of_day
from hexawatt.parameters import (
    Boundary,
    Moment,
    Resolution,
    Weights,
    archive_parameters,
    history_parameters,
    series_parameters,
)
from hexawatt.request import Parameters, Request, read_data
from hexawatt.streamed import StreamedHistoryPoint

Point = TypeVar("Point")

HISTORY_PATH = "/v1/score/history"
SERIES_PATH = "/v1/carbon/series"
_archive_path = "/v1/forecast/archive"
_color_quantity = "tariffColor"

MAX_LINE_BYTES = 64 * 1024
"""Longest line that is read; a point has about 300 bytes."""


def stream_points(
    transport: Transport, path: str, point: type[Point], parameters: Parameters
) -> Generator[Point, None, None]:
    """Yield the points of a streamed answer, one line in memory at a time."""
    reader = LineReader(MAX_LINE_BYTES)
    with transport.open(Request(path, point, parameters, accept="application/x-ndjson")) as response:
        for piece in response.iter_bytes():
            for line in reader.feed(piece):
                yield read_data(point, line, status=response.status_code, headers=response.headers)
        for line in reader.end():
            yield read_data(point, line, status=response.status_code, headers=response.headers)


class PastOperations:
    """Operations about the past. All of them need a key.

    A window starts at its first instant and ends before its second; it has at most 366 days.
    """

    _transport: Transport

    def carbon_regions_day(self, date: DayInput | None = None) -> Answer[RegionalDay]:
        """Return carbon intensities (gCO2eq/kWh) and consumption (MW) of the regions in each quarter-hour of a day.

        Args:
            date: calendar day in Paris, such as `2026-02-03`; today by default.
        """
        parameters = {"date": None if date is None else text_of_day(date)}
        return self._transport.ask(Request("/v1/carbon/regions/day", RegionalDay, parameters))

    def carbon_series(
        self,
        *,
        from_: Moment | None = None,
        to: Moment | None = None,
        resolution: Resolution | None = None,
        boundary: Boundary | None = None,
    ) -> Answer[CarbonSeries]:
        """Return the past carbon intensity of every quarter-hour or hour, all at once.

        Args:
            from_: start; 24 hours before `to` by default.
            to: end; now by default.
            resolution: `15m` by default, or `1h`.
            boundary: `production` by default; `direct` for the operator's direct factors; `consumption` with imports.
        """
        parameters = series_parameters(from_, to, resolution, boundary)
        return self._transport.ask(Request(SERIES_PATH, CarbonSeries, parameters))

    def stream_carbon_series(
        self,
        *,
        from_: Moment | None = None,
        to: Moment | None = None,
        resolution: Resolution | None = None,
        boundary: Boundary | None = None,
    ) -> Generator[CarbonSeriesPoint, None, None]:
        """Yield the points of `carbon_series` one after the other."""
        parameters = series_parameters(from_, to, resolution, boundary)
        return stream_points(self._transport, SERIES_PATH, CarbonSeriesPoint, parameters)

    def score_history(
        self,
        *,
        from_: Moment | None = None,
        to: Moment | None = None,
        granularity: Granularity | None = None,
        profile: ProfileName | None = None,
        weights: Weights | None = None,
    ) -> Answer[ScoreHistory]:
        """Return past points of the score, all at once.

        Args:
            from_: start; 24 hours before `to` by default.
            to: end; now by default.
            granularity: by default `raw` (every 10 minutes) up to 31 days, `hourly` beyond.
            profile: a weighting preset.
            weights: four weights that sum to 1, in place of a preset.
        """
        parameters = history_parameters(from_, to, granularity, profile, weights)
        return self._transport.ask(Request(HISTORY_PATH, ScoreHistory, parameters))

    def stream_history(
        self,
        *,
        from_: Moment | None = None,
        to: Moment | None = None,
        granularity: Granularity | None = None,
        profile: ProfileName | None = None,
        weights: Weights | None = None,
    ) -> Generator[StreamedHistoryPoint, None, None]:
        """Yield past points of the score one after the other, with one of them in memory at a time.

        The arguments are those of `score_history`. A stream that breaks off after its first point raises
        `HexawattConnectionError`; `history_months` resumes.
        """
        parameters = history_parameters(from_, to, granularity, profile, weights)
        return stream_points(self._transport, HISTORY_PATH, StreamedHistoryPoint, parameters)

    def score_analytics(
        self,
        *,
        from_: Moment | None = None,
        to: Moment | None = None,
        granularity: Granularity | None = None,
        timezone: str | None = None,
        profile: ProfileName | None = None,
        weights: Weights | None = None,
    ) -> Answer[ScoreAnalytics]:
        """Return aggregates of the score and the carbon intensity over a period.

        Args:
            from_: start; 24 hours before `to` by default.
            to: end; now by default.
            granularity: as in `score_history`.
            timezone: zone of best and worst hours, such as `Europe/Paris`; UTC by default.
            profile: a weighting preset.
            weights: four weights that sum to 1, in place of a preset.
        """
        parameters = {**history_parameters(from_, to, granularity, profile, weights), "timezone": timezone}
        return self._transport.ask(Request("/v1/score/analytics", ScoreAnalytics, parameters))

    def forecast_archive(
        self,
        *,
        quantity: ArchivedQuantity | None = None,
        issued_from: Moment | None = None,
        issued_to: Moment | None = None,
        target_from: Moment | None = None,
        target_to: Moment | None = None,
    ) -> Answer[ForecastArchive]:
        """Return forecasts as they were issued, next to the actual values, all at once.

        Args:
            quantity: `carbon` by default.
            issued_from: start of a window of issues; the last 24 hours by default.
            issued_to: end of the window of issues.
            target_from: start of a window of forecast hours, in place of a window of issues.
            target_to: end of the window of forecast hours.
        """
        parameters = archive_parameters(quantity, issued_from, issued_to, target_from, target_to)
        return self._transport.ask(Request(_archive_path, ForecastArchive, parameters))

    def stream_forecast_archive(
        self,
        *,
        quantity: ArchivedQuantity | None = None,
        issued_from: Moment | None = None,
        issued_to: Moment | None = None,
        target_from: Moment | None = None,
        target_to: Moment | None = None,
    ) -> Generator[ArchivedForecastPoint, None, None]:
        """Yield the points of `forecast_archive` one after the other."""
        parameters = archive_parameters(quantity, issued_from, issued_to, target_from, target_to)
        return stream_points(self._transport, _archive_path, ArchivedForecastPoint, parameters)

    def color_archive(
        self,
        *,
        issued_from: Moment | None = None,
        issued_to: Moment | None = None,
        target_from: Moment | None = None,
        target_to: Moment | None = None,
    ) -> Answer[ColorArchive]:
        """Return outlooks of the tariff colours as they were issued, next to the published colours, all at once.

        The arguments are those of `forecast_archive`; targets are tariff days by their start, 06:00 in Paris.
        """
        parameters = archive_parameters(_color_quantity, issued_from, issued_to, target_from, target_to)
        return self._transport.ask(Request(_archive_path, ColorArchive, parameters))

    def stream_color_archive(
        self,
        *,
        issued_from: Moment | None = None,
        issued_to: Moment | None = None,
        target_from: Moment | None = None,
        target_to: Moment | None = None,
    ) -> Generator[ArchivedColorPoint, None, None]:
        """Yield the points of `color_archive` one after the other."""
        parameters = archive_parameters(_color_quantity, issued_from, issued_to, target_from, target_to)
        return stream_points(self._transport, _archive_path, ArchivedColorPoint, parameters)
