"""Limitations of the figures that the reader of a statement must know."""

from collections.abc import Sequence

from hexawatt.models.hours import Hours
from hexawatt.statement.changes import MovedLoad
from hexawatt.statement.clock import format_day
from hexawatt.statement.curve import LoadCurve
from hexawatt.statement.document import Noted
from hexawatt.statement.figures import Comparison
from hexawatt.statement.pricing.priced_curve import PricedCurve
from hexawatt.statement.rounding import round_figure

_RED_MONTHS = ("11", "12", "01", "02", "03")
"""Months in which days may be red."""
_RED_SEASON_DAYS = 151
"""Days of these months in a year without a leap day."""
_ESTIMATED_VERSION = 2
_RED = 2


def _covers_year(priced: PricedCurve) -> bool:
    """Whether days reach the same date of the next year, so that every season is in them."""
    first, last = priced.axis.days[0], priced.axis.days[-1]
    same_date_next_year = f"{int(first.date[:4]) + 1}{first.date[4:]}"
    return format_day(last.day + 1) >= same_date_next_year


def _list_contracts(priced: PricedCurve, comparison: Comparison | None) -> list[Noted]:
    """Caveats of the contracts and their prices."""
    axis, contracts = priced.axis, priced.contracts
    caveats: list[Noted] = []
    season_days = sum(day.date[5:7] in _RED_MONTHS for day in axis.days)
    if any(contract.kind == "tempo" for contract in contracts) and season_days < _RED_SEASON_DAYS:
        red_days = {day for day, color in zip(axis.tariff_day_index, axis.color, strict=True) if color == _RED}
        caveats.append(Noted(code="red-days-incomplete", values={"days": season_days, "redDays": len(red_days)}))
    if comparison is not None and comparison.compared_share < 1:
        percent = round_figure(100 * comparison.compared_share)
        caveats.append(Noted(code="comparison-partial", values={"percent": percent}))
    unconfirmed = [
        contract.key
        for contract in contracts
        if any(version is not None and version.certainty == "unconfirmed" for version in contract.version_of_day)
    ]
    caveats += _note_list("energy-only", "contracts", [] if comparison is None else comparison.without_subscription)
    caveats += _note_list("unconfirmed-prices", "contracts", unconfirmed)
    if any(contract.kind == "spot" for contract in contracts):
        caveats.append(Noted(code="spot-hourly-means", values={}))
    return caveats


def _note_list(code: str, name: str, items: Sequence[str]) -> list[Noted]:
    return [Noted(code=code, values={name: ", ".join(items)})] if items else []


def _list_months(priced: PricedCurve, months: Sequence[Hours]) -> list[Noted]:
    """Caveats of the months of the grid."""
    given = {month.month: month for month in months if month.hours}
    missing = [month for month in priced.axis.months if month not in given]
    used = [given[month] for month in priced.axis.months if month in given]
    estimated = [
        month.month
        for month in used
        if any(versions.consumption == _ESTIMATED_VERSION for versions in month.methodology_versions)
    ]
    incomplete = [month.month for month in used if not month.complete]
    return [
        *_note_list("months-missing", "months", missing),
        *_note_list("estimated-consumption", "months", estimated),
        *_note_list("months-incomplete", "months", incomplete),
    ]


def list_caveats(
    curve: LoadCurve,
    priced: PricedCurve,
    months: Sequence[Hours],
    comparison: Comparison | None,
    moved: MovedLoad | None,
) -> list[Noted]:
    """List the limitations of the figures."""
    caveats: list[Noted] = []
    if not _covers_year(priced):
        caveats.append(Noted(code="less-than-a-year", values={"days": len(priced.axis.days)}))
    caveats += _list_contracts(priced, comparison)
    caveats += _list_months(priced, months)
    if curve.injected_kwh is not None and curve.injected_kwh > 0:
        caveats.append(Noted(code="injection-not-counted", values={"kwh": round_figure(curve.injected_kwh)}))
    if moved is not None and moved.days_with_load > 0:
        caveats.append(Noted(code="perfect-hindsight", values={}))
    return caveats
