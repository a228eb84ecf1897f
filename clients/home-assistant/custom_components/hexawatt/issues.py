"""Repair issues: what only the person who set the integration up can mend."""

from typing import TYPE_CHECKING

from hexawatt import ForbiddenProblem, HexawattProblem, RateLimited
from homeassistant.core import HomeAssistant
from homeassistant.helpers import issue_registry as ir

from .budget import Operation
from .const import DOMAIN

if TYPE_CHECKING:
    from .coordinator import HexawattConfigEntry

BAD_REQUEST = 400

MONTH_CODES = frozenset({"upgrade_required", "demo_limit_exceeded", "overage_cap_exceeded"})
"""Refusals that last to the end of the month; a limit of the minute passes by itself."""

ISSUES = ("contract_refused", "not_in_plan", "month_used_up")


def report_refusal(
    hass: HomeAssistant, entry: HexawattConfigEntry, operation: Operation, problem: HexawattProblem
) -> None:
    """Reports a refusal that does not pass by itself; others pass in silence, with the values that are known."""
    key = _issue_of(operation, problem)
    if key is None:
        return
    ir.async_create_issue(
        hass,
        DOMAIN,
        f"{key}_{entry.entry_id}",
        is_fixable=False,
        severity=ir.IssueSeverity.ERROR,
        translation_key=key,
        translation_placeholders={"title": entry.title, "detail": problem.detail},
    )


def clear_issue(hass: HomeAssistant, entry: HexawattConfigEntry, operation: Operation) -> None:
    """Takes back what an answer disproves."""
    keys = {"month_used_up"} if operation is not Operation.HOURS else set()
    if operation is Operation.PRICES:
        keys |= {"contract_refused", "not_in_plan"}
    for key in keys:
        ir.async_delete_issue(hass, DOMAIN, f"{key}_{entry.entry_id}")


def clear_issues(hass: HomeAssistant, entry: HexawattConfigEntry) -> None:
    """Takes back all issues of an entry that is removed or reloaded."""
    for key in ISSUES:
        ir.async_delete_issue(hass, DOMAIN, f"{key}_{entry.entry_id}")


def _issue_of(operation: Operation, problem: HexawattProblem) -> str | None:
    if isinstance(problem, RateLimited):
        return "month_used_up" if problem.code in MONTH_CODES else None
    if isinstance(problem, ForbiddenProblem):
        return "not_in_plan"
    return "contract_refused" if operation is Operation.PRICES and problem.status == BAD_REQUEST else None
