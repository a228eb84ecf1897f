"""A schedule of the API as the response of the action `hexawatt.plan`: plain values, local times."""

from datetime import datetime
from typing import Any

from hexawatt.models.planning import Schedule, SchedulePlan
from homeassistant.util import dt as dt_util


def describe_schedule(schedule: Schedule) -> dict[str, Any]:
    """The plan with its savings, what it is compared with, and its alternatives; None = unknown, `advice` says why."""
    saved = schedule.savings.vs_now
    return {
        **_describe_plan(schedule.plan),
        "saved_eur": saved.eur,
        "saved_g": saved.gco2eq,
        "saved_score": saved.score,
        "saved_percent": saved.pct,
        "worth_waiting": schedule.worth_waiting,
        "probability_better_than_now": schedule.probability_better_than_now,
        "advice": schedule.advice,
        "start_now": _describe_plan(schedule.baselines.start_now),
        "alternatives": [_describe_plan(plan) for plan in schedule.alternatives],
        "objective": schedule.objective,
        "compared_by": schedule.compared_by,
        "tariff": schedule.tariff,
        "confidence": schedule.confidence,
        "issued_at": _write(schedule.issued_at),
        "served_until": _write(schedule.served_until),
        "recompute_after": None if schedule.recompute_after is None else _write(schedule.recompute_after),
    }


def _describe_plan(plan: SchedulePlan) -> dict[str, Any]:
    cost, carbon = plan.cost, plan.carbon
    return {
        "start": _write(plan.segments[0].start),
        "end": _write(plan.segments[-1].end),
        "segments": [
            {
                "start": _write(segment.start),
                "end": _write(segment.end),
                "power_kw": segment.power_kw,
                "energy_kwh": segment.energy_kwh,
            }
            for segment in plan.segments
        ],
        "energy_kwh": plan.energy_kwh,
        "cost_eur": None if cost is None else cost.eur,
        "cost_low_eur": None if cost is None else cost.low,
        "cost_high_eur": None if cost is None else cost.high,
        "cost_basis": None if cost is None else cost.basis,
        "emissions_g": None if carbon is None else carbon.gco2eq,
        "intensity_g_per_kwh": None if carbon is None else carbon.gco2_per_kwh,
        "score": plan.global_score,
        "worst_grid_signal": plan.worst_grid_signal,
    }


def _write(at: datetime) -> str:
    return dt_util.as_local(at).isoformat()
