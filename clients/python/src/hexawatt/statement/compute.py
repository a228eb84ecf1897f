"""Computes the statement of a load curve from the months of the grid and the price table."""

from collections.abc import Sequence

from hexawatt.models.hours import Hours, HoursSource, HoursVersions
from hexawatt.models.tariffs import Tariffs
from hexawatt.statement.changes import BreakEvens, DailyLoad
from hexawatt.statement.clock import format_instant
from hexawatt.statement.curve import LoadCurve
from hexawatt.statement.document import FileFacts, Noted, Statement
from hexawatt.statement.figures import ContractFacts, MonthFigures, UsedVersion
from hexawatt.statement.pricing.contracts import ComparedContract, PricedContract
from hexawatt.statement.pricing.priced_curve import PricedCurve
from hexawatt.statement.results.break_even import compute_off_peak_break_evens, compute_tempo_break_evens
from hexawatt.statement.results.caveats import list_caveats
from hexawatt.statement.results.comparison import compare_contracts, sum_compared_costs
from hexawatt.statement.results.moved_load import compute_moved_load
from hexawatt.statement.results.periods import compute_period_figures
from hexawatt.statement.results.unknown import list_gaps, list_unknown

_STATEMENT_VERSION = 1
"""Raised when a formula of the statement changes."""
_CERTAINTIES = ("official", "published", "unconfirmed")
"""Most certain first."""


def compute_statement(
    curve: LoadCurve,
    months: Sequence[Hours],
    table: Tariffs,
    contracts: Sequence[ComparedContract],
    *,
    current: str | None = None,
    moved: DailyLoad | None = None,
) -> Statement:
    """Compute the statement of a load curve by month and in all: energy (kWh), emissions (kg CO2eq) and cost (EUR).

    ``months`` are bodies of ``GET /api/hours``; a month that is missing leaves its hours unknown. ``table`` is the
    body of ``GET /api/tariffs``. Without ``contracts`` the statement is of emissions only. ``current`` is the key of
    the contract that the customer has, ``moved`` a load that could run at another time.

    Raises ValueError for a curve without steps, contracts with equal keys, an unknown current contract, or a load that
    is longer than its window.
    """
    keys = [contract.key for contract in contracts]
    if len(set(keys)) < len(keys):
        raise ValueError("contracts need different keys")
    if current is not None and current not in keys:
        raise ValueError("the current contract is not among the contracts")
    current_index = -1 if current is None else keys.index(current)
    priced = PricedCurve(curve, months, contracts, table)
    axis = priced.axis
    total, of_months = compute_period_figures(priced)
    costs = sum_compared_costs(priced)
    comparison = None if costs is None else compare_contracts(priced, costs, current_index)
    moved_load = None if moved is None else compute_moved_load(curve, priced, moved)
    gaps, unlisted_gaps = list_gaps(priced)
    used = [month for month in months if month.month in axis.months and month.hours]
    return Statement(
        statement_version=_STATEMENT_VERSION,
        time_zone="Europe/Paris",
        from_=format_instant(priced.from_ms),
        to=format_instant(priced.to_ms),
        file=FileFacts(
            kind=curve.kind,
            steps=len(curve),
            injected_kwh=curve.injected_kwh,
            remarks=[Noted(code=remark.code, values=dict(remark.values)) for remark in curve.remarks],
        ),
        total=total,
        months=[
            MonthFigures(month=month, **dict(figures)) for month, figures in zip(axis.months, of_months, strict=True)
        ],
        gaps=gaps,
        unlisted_gaps=unlisted_gaps,
        unknown=list_unknown(priced),
        contracts=[_describe_contract(contract) for contract in priced.contracts],
        comparison=comparison,
        break_evens=BreakEvens(
            tempo=[] if costs is None else compute_tempo_break_evens(priced, costs, current_index),
            off_peak=[] if costs is None else compute_off_peak_break_evens(priced, costs),
        ),
        moved=moved_load,
        caveats=list_caveats(curve, priced, months, comparison, moved_load),
        methodology_versions=_sum_versions(used),
        sources=_list_sources(used),
    )


def _describe_contract(contract: PricedContract) -> ContractFacts:
    versions = list({id(version): version for version in contract.version_of_day if version is not None}.values())
    certainties = {version.certainty for version in versions}
    return ContractFacts(
        key=contract.key,
        id=contract.id,
        name=contract.name,
        kind=contract.kind,
        certainty=next((certainty for certainty in reversed(_CERTAINTIES) if certainty in certainties), None),
        versions=[
            UsedVersion(
                from_=version.from_.isoformat(),
                to=None if version.to is None else version.to.isoformat(),
                source=version.source,
                certainty=version.certainty,
                note=version.note,
            )
            for version in versions
        ],
    )


def _sum_versions(months: Sequence[Hours]) -> list[HoursVersions]:
    """Return combinations of versions with the hours of all months, most hours first."""
    sums: dict[tuple[int, int | None], int] = {}
    for versions in (versions for month in months for versions in month.methodology_versions):
        key = (versions.carbon, versions.consumption)
        sums[key] = sums.get(key, 0) + versions.hour_count
    sorted_sums = sorted(sums.items(), key=lambda item: -item[1])
    return [
        HoursVersions(carbon=carbon, consumption=consumption, hourCount=hours)
        for (carbon, consumption), hours in sorted_sums
    ]


def _list_sources(months: Sequence[Hours]) -> list[HoursSource]:
    """Each source once, in the order of the months; of equal ones the last."""
    return list({(source.kind, source.name): source for month in months for source in month.sources}.values())
