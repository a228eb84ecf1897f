"""The one coordinator: asks the API within the budget, keeps the forecast, and moves on at each quarter-hour."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, override

from hexawatt import (
    Answer,
    AsyncHexawatt,
    AuthenticationProblem,
    HexawattConnectionError,
    HexawattProblem,
    RateLimited,
)
from hexawatt.models.grid import GridStatus, TariffOutlook
from hexawatt.models.hours import Hours
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback
from homeassistant.exceptions import ConfigEntryAuthFailed
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator, UpdateFailed
from homeassistant.util import dt as dt_util

from .budget import Budget, Operation
from .const import CONF_QUIET, DOMAIN, LOGGER, STALE_AFTER, SUBENTRY_LOAD
from .contract import make_contract
from .forecast import (
    QuarterHour,
    begin_of_quarter,
    keep_price,
    merge,
    present_quarter,
    published_until,
    read_outlook,
    with_prices,
)
from .history.keeper import HistoryKeeper
from .issues import clear_issue, report_refusal
from .planning.held_windows import HeldWindows
from .realised import RealisedHour, newest_hour

type HexawattConfigEntry = ConfigEntry[HexawattCoordinator]

FORECAST_HOURS = 72
"""The plan and the weather forecast shorten it: the free plan has 48 hours."""


@dataclass(frozen=True, kw_only=True)
class HexawattData:
    """What is held. Unknown is None or empty, and what was known stays until it is too old."""

    quarter_hours: tuple[QuarterHour, ...] = ()
    """Ascending, from up to 24 hours ago to the end of the forecast."""
    tariff_outlook: TariffOutlook | None = None
    grid_status: GridStatus | None = None
    hours: Hours | None = None
    """Realised hours of the current month in Paris."""
    realised: RealisedHour | None = None
    issued_at: datetime | None = None
    """When the forecast was issued."""
    fetched_at: datetime | None = None
    """When the forecast was received."""
    data_mode: str | None = None
    """`live`, `open`, `demo` or `replay`."""
    requests_left: int | None = None
    """Answers that the plan still has this month."""

    def at(self, instant: datetime) -> QuarterHour | None:
        """The quarter-hour that contains an instant."""
        start = begin_of_quarter(dt_util.as_utc(instant))
        return next((quarter for quarter in self.quarter_hours if quarter.start == start), None)

    def is_fresh(self, now: datetime) -> bool:
        """Whether the forecast was renewed recently enough to be shown."""
        return self.fetched_at is not None and now - self.fetched_at <= STALE_AFTER


class HexawattCoordinator(DataUpdateCoordinator[HexawattData]):
    """Keeps `HexawattData` current with as few requests as possible."""

    config_entry: HexawattConfigEntry

    def __init__(self, hass: HomeAssistant, entry: HexawattConfigEntry, client: AsyncHexawatt) -> None:
        super().__init__(hass, LOGGER, config_entry=entry, name=DOMAIN, update_interval=timedelta(hours=1))
        self.client = client
        self.contract = make_contract(entry.options)
        loads = entry.get_subentries_of_type(SUBENTRY_LOAD)
        self.windows = HeldWindows(
            {load.subentry_id: (load.title, load.data) for load in loads}, entry.options.get(CONF_QUIET)
        )
        self.history = HistoryKeeper(hass, entry, self)
        self.budget = Budget()
        self.data = HexawattData()

    @property
    def now(self) -> QuarterHour | None:
        """The present quarter-hour, unless the forecast is too old."""
        now = dt_util.utcnow()
        return self.data.at(now) if self.data.is_fresh(now) else None

    @callback
    def async_start_windows(self) -> None:
        """Lets the best windows of the loads follow the forecast, before the entities are written."""
        self._move_windows()
        self.config_entry.async_on_unload(self.async_add_listener(self._move_windows))

    @callback
    def _move_windows(self) -> None:
        self.windows.update(self.data.quarter_hours, dt_util.utcnow())

    @callback
    def turn_quarter(self, _: datetime) -> None:
        """Shows the values of the quarter-hour that begins, from the held forecast: no request."""
        self.async_update_listeners()

    @override
    async def _async_update_data(self) -> HexawattData:
        now = dt_util.utcnow()
        try:
            await self._ask_what_is_due(now)
        except AuthenticationProblem as problem:
            raise ConfigEntryAuthFailed(translation_domain=DOMAIN, translation_key="key_refused") from problem
        except HexawattConnectionError as error:
            raise self._failure("unreachable", error, error.retry_after_seconds) from error
        except HexawattProblem as problem:
            raise self._failure("no_forecast", problem, problem.retry_after_seconds) from problem
        self.budget.succeeded()
        self.update_interval = self.budget.next_turn(now)
        return self.data

    def _failure(self, key: str, error: Exception, retry_after: float | None) -> UpdateFailed:
        return UpdateFailed(
            translation_domain=DOMAIN,
            translation_key=key,
            translation_placeholders={"reason": str(error)},
            retry_after=self.budget.failed(retry_after).total_seconds(),
        )

    async def _ask_what_is_due(self, now: datetime) -> None:
        """Asks for each operation that is due: a refusal of one does not discard the answers of the others."""
        for operation in [operation for operation in Operation if self.budget.is_due(operation, now)]:
            try:
                await self._ask(operation, now)
            except AuthenticationProblem:
                raise
            except HexawattConnectionError as error:
                # One body that cannot be read says nothing about the others; without a network none of them comes.
                if operation is Operation.OUTLOOK or error.kind != "unexpected_answer":
                    raise
                self.budget.refused(operation, now, error.retry_after_seconds)
                LOGGER.debug("No answer of %s: %s", operation, error)
            except HexawattProblem as problem:
                self.budget.refused(operation, now, problem.retry_after_seconds)
                report_refusal(self.hass, self.config_entry, operation, problem)
                if operation is Operation.OUTLOOK and not self.data.quarter_hours:
                    raise
                LOGGER.debug("No answer of %s: %s", operation, problem)
                if isinstance(problem, RateLimited):
                    self._postpone(now, problem.retry_after_seconds)
                    return
            else:
                clear_issue(self.hass, self.config_entry, operation)

    def _postpone(self, now: datetime, retry_after: float | None) -> None:
        """A limit holds for all operations."""
        for operation in [operation for operation in Operation if self.budget.is_due(operation, now)]:
            self.budget.refused(operation, now, retry_after)

    async def _ask(self, operation: Operation, now: datetime) -> None:
        match operation:
            case Operation.OUTLOOK:
                await self._ask_outlook(now)
            case Operation.PRICES:
                prices = await self.client.prices(self.contract)
                self._keep(prices, operation, now)
                by_start = {price.start: price.value for price in prices.data}
                quarters = with_prices(self.data.quarter_hours, by_start, self.contract.tariff)
                self.data = replace(self.data, quarter_hours=quarters)
            case Operation.COLORS:
                colors = await self.client.tariff_outlook()
                self._keep(colors, operation, now)
                self.data = replace(self.data, tariff_outlook=colors.data)
            case Operation.SIGNALS:
                signals = await self.client.grid_status()
                self._keep(signals, operation, now)
                self.data = replace(self.data, grid_status=signals.data)
            case Operation.HOURS:
                hours = await self.client.hours()
                self._keep(hours, operation, now)
                realised = newest_hour(hours.data) or self.data.realised
                self.data = replace(self.data, hours=hours.data, realised=realised)

    async def _ask_outlook(self, now: datetime) -> None:
        before = published_until(self.data.quarter_hours)
        outlook = await self.client.outlook(hours=FORECAST_HOURS, resolution="15m")
        self._keep(outlook, Operation.OUTLOOK, now)
        held = {quarter.start: quarter for quarter in self.data.quarter_hours}
        newer = [keep_price(quarter, held.get(quarter.start)) for quarter in read_outlook(outlook.data)]
        quarters = merge(self.data.quarter_hours, newer, now)
        if newer and newer[0].start > now and begin_of_quarter(now) not in held:
            quarters = merge([await self._ask_present(newer[0], now)], quarters, now)
        self.data = replace(self.data, quarter_hours=quarters, issued_at=outlook.data.issued_at, fetched_at=now)
        if published_until(quarters) != before:
            self.budget.make_due((Operation.PRICES, Operation.COLORS))

    async def _ask_present(self, following: QuarterHour, now: datetime) -> QuarterHour:
        """The quarter-hour in progress at a start: an outlook begins with the next one, and none is held yet."""
        score = (await self.client.score()).data
        return present_quarter(score, following, now)

    def _keep(self, answer: Answer[Any], operation: Operation, now: datetime) -> None:
        """Notes what each answer says: how long it holds, the kind of data, and what the plan has left."""
        self.budget.answered(operation, now)
        limit = answer.rate_limit
        left = limit.remaining_month if limit is not None and limit.remaining_month is not None else None
        self.data = replace(
            self.data,
            data_mode=answer.data_mode or self.data.data_mode,
            requests_left=self.data.requests_left if left is None else left,
        )
