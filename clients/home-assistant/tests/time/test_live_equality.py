"""The windows that the integration finds by itself are those of `GET /v1/schedule`, with the contract of the entry."""

from itertools import product
from typing import Any

import pytest
from hexawatt import AsyncHexawatt, Contract, HexawattProblem
from homeassistant.util import dt as dt_util

from custom_components.hexawatt.forecast import read_outlook, with_prices
from custom_components.hexawatt.planning.loads import create_load
from custom_components.hexawatt.planning.windows import SEARCHED, SLOT, BestWindow, find_best_window, round_up

CONTRACTS = (
    Contract(tariff="tempo", subscribed_kva=9),
    Contract(tariff="hphc", subscribed_kva=6, off_peak="22h30-6h30"),
    Contract(tariff="base", subscribed_kva=6),
    Contract(tariff="spot", adder_eur_per_kwh=0.09, vat_percent=20),
)
OBJECTIVES = ("cost", "carbon", "score")
LOADS: tuple[tuple[dict[str, Any], str | None], ...] = (
    ({"duration_minutes": 60, "energy_kwh": 1}, None),
    ({"duration_minutes": 135, "power_kw": 2}, "12:00-13:30"),
    ({"energy_kwh": 20, "power_kw": 7.4}, "18:10-20:00"),
    ({"duration_minutes": 15, "power_kw": 3}, None),
    ({"duration_minutes": 400, "energy_kwh": 8}, None),
)
UNITS = {"cost": 2e-5, "carbon": 0.011, "score": 1.0}
"""How far the means of equally good windows lie apart, since prices, intensities and scores are served rounded."""


async def test_windows_equal_those_of_the_schedule(socket_enabled: None, url: str, api_key: str) -> None:
    compared = 0
    async with AsyncHexawatt(url, api_key) as client:
        for contract in CONTRACTS:
            now = dt_util.utcnow()
            quarters = read_outlook((await client.outlook(hours=48, resolution="15m")).data)
            by_start = {rate.start: rate.value for rate in (await client.prices(contract)).data}
            priced = with_prices(quarters, by_start, contract.tariff or "")
            for (config, quiet), objective in product(LOADS, OBJECTIVES):
                load = create_load({**config, "objective": objective}, quiet)
                best = find_best_window(priced, load, now)
                schedule = await client.schedule(
                    **config,
                    objective=objective,
                    contract=contract,
                    quiet=quiet,
                    earliest=round_up(now),
                    latest=round_up(now) + SEARCHED,
                )
                assert best is not None
                expect_equal(best, schedule.data, objective)
                compared += 1
            with pytest.raises(HexawattProblem):
                await client.schedule(duration_minutes=60, latest=now)
    assert compared >= 50


def expect_equal(best: BestWindow, schedule: Any, objective: str) -> None:
    """The same window; or another whose mean differs by less than what rounding hides."""
    plan, window = schedule.plan, best.window
    segment = plan.segments[0]
    if (segment.start, segment.end) == (window.start, window.end):
        assert window.emissions_g == pytest.approx(plan.carbon.gco2eq, abs=0.02 * plan.energy_kwh)
        assert window.cost_eur == pytest.approx(plan.cost.eur, abs=1e-4 * plan.energy_kwh + 1e-4)
        return
    assert window.end - window.start == segment.end - segment.start
    hours = plan.energy_kwh
    found = {"cost": window.price_eur_per_kwh, "carbon": window.carbon_g_per_kwh, "score": window.score}[objective]
    other = {"cost": plan.cost.eur / hours, "carbon": plan.carbon.gco2_per_kwh, "score": plan.global_score}[objective]
    assert found == pytest.approx(other, abs=UNITS[objective])
    assert (window.start - segment.start) % SLOT == SLOT * 0
