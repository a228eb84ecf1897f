"""Months of the past, one request after the other."""

# Generated from hexawatt._async by `bun run docs`: edit that, not this file.

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime
from typing import TypeVar

from hexawatt._sync.past import HISTORY_PATH, SERIES_PATH, PastOperations, stream_points
from hexawatt._sync.service import ServiceOperations
from hexawatt._sync.transport import Transport
from hexawatt._transfer.retries import find_wait
from hexawatt.answer import Answer
from hexawatt.errors import HexawattError
from hexawatt.models import CarbonSeriesPoint, Granularity, Hours, ProfileName
from hexawatt.months import MonthInput, ParametersOf, list_months, read_instant, split_by_month
from hexawatt.parameters import Boundary, Resolution, Weights, history_parameters, series_parameters
from hexawatt.request import Parameters
from hexawatt.streamed import StreamedHistoryPoint

Point = TypeVar("Point")


def stream_months(
    transport: Transport,
    months: Iterable[tuple[datetime, datetime]],
    path: str,
    point: type[Point],
    parameters_of: ParametersOf,
    instant: str,
) -> Generator[Point, None, None]:
    """Yield the points of consecutive months, each once; a transfer that breaks off is resumed behind its last point.

    Args:
        transport: sends the requests.
        months: starts and ends of the windows.
        path: path of the operation.
        point: model of a point.
        parameters_of: makes the parameters of a window.
        instant: attribute of a point with the instant at which its window begins again.
    """
    timers = transport.timers
    # Retries are counted here, with those of a transfer that breaks off.
    single = replace(transport, settings=transport.settings.with_bounds(None, 0, None))
    for start, end in months:
        newest: datetime | None = None
        retry = 0
        while True:
            points = stream_points(single, path, point, parameters_of(newest or start, end))
            try:
                with closing(points):
                    for received in points:
                        at: datetime = getattr(received, instant)
                        # A resumed window begins with the last point that was received.
                        if newest is None or at > newest:
                            newest, retry = at, 0
                            yield received
                break
            except HexawattError as error:
                wait_seconds = find_wait(error, retry, transport.settings, timers.random())
                if wait_seconds is None:
                    raise
                retry += 1
            timers.sleep(wait_seconds)


class MonthOperations(PastOperations, ServiceOperations):
    """Months of the past, one request after the other."""

    def history_months(
        self,
        from_: datetime | date,
        to: datetime | date,
        *,
        granularity: Granularity = "hourly",
        profile: ProfileName | None = None,
        weights: Weights | None = None,
    ) -> Generator[StreamedHistoryPoint, None, None]:
        """Yield the past points of a window of any length, each once and in order.

        Asks month by month (in Paris), so that no request is longer than the API allows. A transfer that breaks off
        is resumed behind its last point; retries and waits are bounded as those of every request, and counted anew
        after each point.

        Args:
            from_: start; a date is 00:00 in Paris.
            to: end, exclusive.
            granularity: `hourly`, or `raw` for every 10 minutes.
            profile: a weighting preset.
            weights: four weights that sum to 1, in place of a preset.

        Raises:
            ForbiddenProblem: the plan's history does not reach back to `from_`.
            HexawattConnectionError: the transfer broke off again and again.
        """

        def parameters_of(start: datetime, end: datetime) -> Parameters:
            return history_parameters(start, end, granularity, profile, weights)

        months = split_by_month(read_instant(from_), read_instant(to))
        points = stream_months(
            self._transport, months, HISTORY_PATH, StreamedHistoryPoint, parameters_of, instant="timestamp"
        )
        with closing(points):
            for point in points:
                yield point

    def carbon_series_months(
        self,
        from_: datetime | date,
        to: datetime | date,
        *,
        resolution: Resolution = "15m",
        boundary: Boundary = "production",
    ) -> Generator[CarbonSeriesPoint, None, None]:
        """Yield the past carbon intensity of a window of any length, each slot once and in order.

        Asks month by month, and resumes a transfer that breaks off, as `history_months` does.

        Args:
            from_: start; a date is 00:00 in Paris.
            to: end, exclusive.
            resolution: length of a slot.
            boundary: `direct` for the operator's direct factors, `consumption` with imports.

        Raises:
            ForbiddenProblem: the plan's history does not reach back to `from_`.
            HexawattConnectionError: the transfer broke off again and again.
        """

        def parameters_of(start: datetime, end: datetime) -> Parameters:
            return series_parameters(start, end, resolution, boundary)

        months = split_by_month(read_instant(from_), read_instant(to))
        points = stream_months(
            self._transport, months, SERIES_PATH, CarbonSeriesPoint, parameters_of, instant="slot_start"
        )
        with closing(points):
            for point in points:
                yield point

    def hours_of(self, first: MonthInput, last: MonthInput) -> Generator[Answer[Hours], None, None]:
        """Yield the answers of `hours` of each month, one request a month.

        Args:
            first: first calendar month in Paris, such as `2025-11`.
            last: last month, inclusive.
        """
        for month in list_months(first, last):
            yield self.hours(month)
