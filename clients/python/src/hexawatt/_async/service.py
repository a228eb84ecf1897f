"""Operations that need no key."""

from hexawatt._async.transport import AsyncTransport
from hexawatt.answer import Answer
from hexawatt.models import Accuracy, Coverage, Dashboard, Hours, Plans, Profiles, ServiceStatus, Tariffs
from hexawatt.months import MonthInput, text_of_month
from hexawatt.request import Request


class AsyncServiceOperations:
    """Operations that need no key; none is sent."""

    _transport: AsyncTransport

    async def hours(self, month: MonthInput | None = None) -> Answer[Hours]:
        """Return carbon intensities (gCO2eq/kWh), price (EUR/MWh) and Tempo colour of each hour of a month.

        Args:
            month: calendar month in Paris, such as `2026-02`; the current one by default.
        """
        parameters = {"month": None if month is None else text_of_month(month)}
        return await self._transport.ask(Request("/api/hours", Hours, parameters, needs_key=False))

    async def coverage(self) -> Answer[Coverage]:
        """Return extent and completeness of the history."""
        return await self._transport.ask(Request("/api/coverage", Coverage, {}, needs_key=False))

    async def accuracy(self) -> Answer[Accuracy]:
        """Return the accuracy of past forecasts, compared with two naive forecasts."""
        return await self._transport.ask(Request("/api/accuracy", Accuracy, {}, needs_key=False))

    async def tariffs(self) -> Answer[Tariffs]:
        """Return the dated table of contracts and prices, EUR/kWh, with their source and certainty."""
        return await self._transport.ask(Request("/api/tariffs", Tariffs, {}, needs_key=False))

    async def plans(self) -> Answer[Plans]:
        """Return every plan with its price, limits and features."""
        return await self._transport.ask(Request("/api/plans", Plans, {}, needs_key=False))

    async def profiles(self) -> Answer[Profiles]:
        """Return the weighting presets, and the rule for custom weights."""
        return await self._transport.ask(Request("/api/profiles", Profiles, {}, needs_key=False))

    async def status(self) -> Answer[ServiceStatus]:
        """Return the freshness of every source."""
        return await self._transport.ask(Request("/api/status", ServiceStatus, {}, needs_key=False))

    async def dashboard(self) -> Answer[Dashboard]:
        """Return the data of the dashboard page, with the national weighting."""
        return await self._transport.ask(Request("/api/dashboard", Dashboard, {}, needs_key=False))
