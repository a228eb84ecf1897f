"""Makes the statement of a load curve with the months and the price table of an API."""

from asyncio import to_thread
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hexawatt._async.client import AsyncHexawatt
from hexawatt._sync.client import Hexawatt
from hexawatt.answer import Answer
from hexawatt.errors import HexawattProblem
from hexawatt.models.hours import Hours
from hexawatt.models.tariffs import Tariffs
from hexawatt.parameters import Contract
from hexawatt.statement.changes import DailyLoad
from hexawatt.statement.chosen_contracts import choose_contracts
from hexawatt.statement.clock import list_months
from hexawatt.statement.compute import compute_statement
from hexawatt.statement.curve import LoadCurve
from hexawatt.statement.document import Statement
from hexawatt.statement.pricing.pieces import find_period
from hexawatt.statement.reading.read import read_load_curve

MAX_MONTHS = 120
"""Months of one statement at most: ten years."""


@dataclass(frozen=True)
class StatementReport:
    """A statement, and how it was made."""

    statement: Statement
    data_modes: list[str]
    """Kinds of data of the months, such as ``live`` or ``demo``: figures of invented data prove nothing."""
    notes: list[str]
    """Why contracts that are usually compared are left out, or how one is counted."""


@dataclass(frozen=True)
class _Question:
    """What a statement is to answer."""

    curve: LoadCurve
    months: list[str]
    contract: Contract
    contracts: Sequence[str] | None
    subscription_eur_per_month: float | None
    moved: DailyLoad | None

    def answer(self, table: Tariffs, answers: Sequence[Answer[Hours]]) -> StatementReport:
        """Compute the statement from what the API answered."""
        chosen = choose_contracts(self.contract, self.contracts, self.subscription_eur_per_month, table)
        statement = compute_statement(
            self.curve,
            [answer.data for answer in answers],
            table,
            chosen.contracts,
            current=chosen.current,
            moved=self.moved,
        )
        modes = dict.fromkeys(answer.data_mode for answer in answers if answer.data_mode is not None)
        return StatementReport(statement, list(modes), chosen.notes)


def _ask(
    curve: LoadCurve | str | Path | bytes,
    contract: Contract | None,
    contracts: Sequence[str] | None,
    subscription_eur_per_month: float | None,
    moved: DailyLoad | None,
) -> _Question:
    """Read the file and list its months. Raises ValueError for a file of more than ten years."""
    read = curve if isinstance(curve, LoadCurve) else read_load_curve(curve)
    months = list_months(*find_period(read))
    if len(months) > MAX_MONTHS:
        raise ValueError(f"the file covers {len(months)} months; a statement has at most {MAX_MONTHS}")
    return _Question(read, months, contract or Contract(), contracts, subscription_eur_per_month, moved)


def _is_in_the_future(problem: HexawattProblem) -> bool:
    """Whether a month was refused because it is in the future, by the clock of the API, which a demo or replay sets."""
    return problem.code == "invalid_parameter"


def make_statement(
    client: Hexawatt,
    curve: LoadCurve | str | Path | bytes,
    *,
    contract: Contract | None = None,
    contracts: Sequence[str] | None = None,
    subscription_eur_per_month: float | None = None,
    moved: DailyLoad | None = None,
) -> StatementReport:
    """Make the statement of a load curve: energy (kWh), emissions (kg CO2eq) and cost (EUR), by month and in all.

    The file stays on this machine: the client only asks for the price table and, one after the other, for the months of
    the curve, without a key.

    Args:
        client: the API.
        curve: the load curve, or the path or bytes of its file.
        contract: the customer's own contract, 6 kVA by default; its ``tariff`` is the current contract.
        contracts: ids of the contracts to compare; by default ``base``, ``hphc`` (with off-peak hours) and ``tempo``,
        and ``spot`` with an adder.
        subscription_eur_per_month: subscription of the customer's contract, EUR a month with all taxes; by default
        that of the price table.
        moved: a load that runs every day and could run at another time.

    Raises LoadCurveRefusal for a file that is no load curve, ValueError for contracts that cannot be compared or more
    than ten years, HexawattError as the client does.
    """
    question = _ask(curve, contract, contracts, subscription_eur_per_month, moved)
    # First, so that an unknown contract is refused before a year of months is requested.
    table = client.tariffs().data
    choose_contracts(question.contract, contracts, subscription_eur_per_month, table)
    with_future = [_hours_of(client, month) for month in question.months]
    return question.answer(table, [answer for answer in with_future if answer is not None])


def _hours_of(client: Hexawatt, month: str) -> Answer[Hours] | None:
    """Return the hours of a month; None for a month in the future."""
    try:
        return client.hours(month)
    except HexawattProblem as problem:
        if _is_in_the_future(problem):
            return None
        raise


async def make_statement_async(
    client: AsyncHexawatt,
    curve: LoadCurve | str | Path | bytes,
    *,
    contract: Contract | None = None,
    contracts: Sequence[str] | None = None,
    subscription_eur_per_month: float | None = None,
    moved: DailyLoad | None = None,
) -> StatementReport:
    """Make the statement of a load curve with an asynchronous client, as `make_statement` does.

    The file is read, and the statement computed, in a thread: a year of half-hours takes about a second.
    """
    question = await to_thread(_ask, curve, contract, contracts, subscription_eur_per_month, moved)
    table = (await client.tariffs()).data
    choose_contracts(question.contract, contracts, subscription_eur_per_month, table)
    with_future = [await _hours_of_async(client, month) for month in question.months]
    return await to_thread(question.answer, table, [answer for answer in with_future if answer is not None])


async def _hours_of_async(client: AsyncHexawatt, month: str) -> Answer[Hours] | None:
    try:
        return await client.hours(month)
    except HexawattProblem as problem:
        if _is_in_the_future(problem):
            return None
        raise
