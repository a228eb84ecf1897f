"""The forms of a new entry: every contract, and every refusal at its field."""

import pytest
from aiohttp import web
from homeassistant.config_entries import SOURCE_USER, ConfigFlowResult
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.hexawatt.const import DOMAIN

from .gate import Gate, Refusal

UNKNOWN_KEY = "hxw_" + "0" * 32


async def begin(hass: HomeAssistant, url: str, key: str) -> ConfigFlowResult:
    """Fills in the first form."""
    flow = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    assert flow["type"] is FlowResultType.FORM
    assert flow["step_id"] == "user"
    return await hass.config_entries.flow.async_configure(flow["flow_id"], {"url": url, "api_key": key})


async def go_on(hass: HomeAssistant, flow: ConfigFlowResult, answer: dict[str, object]) -> ConfigFlowResult:
    """Fills in the next form."""
    return await hass.config_entries.flow.async_configure(flow["flow_id"], answer)


CONTRACTS: list[tuple[str, dict[str, object], dict[str, object]]] = [
    ("base", {"subscribed_kva": "9"}, {"subscribed_kva": 9}),
    ("base", {}, {}),
    ("hphc", {"subscribed_kva": "6", "off_peak": "22h30-6h30"}, {"subscribed_kva": 6, "off_peak": "22h30-6h30"}),
    (
        "hphc",
        {"off_peak_summer": "2h-7h,13h-16h", "off_peak_winter": "23h-7h"},
        {"off_peak_summer": "2h-7h,13h-16h", "off_peak_winter": "23h-7h"},
    ),
    ("tempo", {"subscribed_kva": "12"}, {"subscribed_kva": 12}),
    ("spot", {"adder_eur_per_kwh": 0.0831, "vat_percent": 20}, {"adder_eur_per_kwh": 0.0831, "vat_percent": 20}),
    ("zen-week-end", {"subscribed_kva": "6"}, {"subscribed_kva": 6}),
]


@pytest.mark.parametrize(("tariff", "details", "stored"), CONTRACTS)
async def test_every_contract_can_be_set_up(
    hass: HomeAssistant, url: str, api_key: str, tariff: str, details: dict[str, object], stored: dict[str, object]
) -> None:
    flow = await begin(hass, url + "/", f" {api_key} ")
    assert flow["step_id"] == "contract"
    flow = await go_on(hass, flow, {"tariff": tariff})
    assert flow["step_id"] == "details"
    flow = await go_on(hass, flow, details)
    assert flow["type"] is FlowResultType.CREATE_ENTRY
    assert flow["title"] == "Hexawatt"
    assert flow["data"] == {"url": url, "api_key": api_key}
    assert flow["options"] == {"tariff": tariff, **stored}
    await hass.async_block_till_done(wait_background_tasks=True)
    state = hass.states.get("sensor.hexawatt_price")
    assert state is not None
    assert float(state.state) > 0


REFUSED: list[tuple[str, dict[str, object], str, str]] = [
    ("hphc", {"subscribed_kva": "6"}, "off_peak", "refused"),
    ("hphc", {"off_peak": "à midi"}, "off_peak", "refused"),
    ("hphc", {"off_peak_summer": "2h-7h"}, "off_peak_winter", "refused"),
    ("hphc", {"off_peak": "22h-6h", "off_peak_winter": "23h-7h", "off_peak_summer": "2h-7h"}, "off_peak", "refused"),
]


@pytest.mark.parametrize(("tariff", "details", "field", "error"), REFUSED)
async def test_a_refused_detail_is_shown_at_its_field_and_can_be_mended(
    hass: HomeAssistant, url: str, api_key: str, tariff: str, details: dict[str, object], field: str, error: str
) -> None:
    flow = await go_on(hass, await begin(hass, url, api_key), {"tariff": tariff})
    flow = await go_on(hass, flow, details)
    assert flow["type"] is FlowResultType.FORM
    assert flow["errors"] == {field: error}
    assert flow["description_placeholders"] is not None
    assert "accepted" in flow["description_placeholders"]["detail"]
    flow = await go_on(hass, flow, {"off_peak": "22h30-6h30"})
    assert flow["type"] is FlowResultType.CREATE_ENTRY


@pytest.mark.parametrize(
    "address",
    [
        "hexawatt.local:8080",
        "ftp://hexawatt.local",
        "http://",
        "http://hexawatt.local/api",
        "http://me:secret@hexawatt.local",
        "http://[::1",
    ],
)
async def test_what_is_no_address_is_refused(hass: HomeAssistant, address: str) -> None:
    flow = await begin(hass, address, UNKNOWN_KEY)
    assert flow["errors"] == {"url": "invalid_url"}


async def test_an_address_where_nothing_answers_is_refused(hass: HomeAssistant, gate: Gate, api_key: str) -> None:
    gate.is_open = False
    assert (await begin(hass, gate.url, api_key))["errors"] == {"url": "cannot_connect"}
    gate.is_open = True
    assert (await begin(hass, gate.url, api_key))["step_id"] == "contract"


@pytest.mark.parametrize("body", ["<html>A router</html>", '{"plans": 1}'])
async def test_another_server_is_no_hexawatt(hass: HomeAssistant, body: str) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(text=body, content_type="application/json")

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    flow = await begin(hass, f"http://127.0.0.1:{port}", UNKNOWN_KEY)
    assert flow["errors"] == {"url": "not_hexawatt"}
    await runner.cleanup()


async def test_a_text_that_is_no_key_is_refused(hass: HomeAssistant, url: str) -> None:
    assert (await begin(hass, url, "a key"))["errors"] == {"api_key": "invalid_key"}


async def test_an_unknown_key_is_refused(hass: HomeAssistant, url: str) -> None:
    assert (await begin(hass, url, UNKNOWN_KEY))["errors"] == {"api_key": "invalid_auth"}


CONNECTION_REFUSALS = [
    ("/v1/tariff/outlook", Refusal(403, "plan_capability_required"), {"api_key": "not_in_plan"}),
    ("/v1/tariff/outlook", Refusal(429, "upgrade_required", {"Retry-After": "86400"}), {"api_key": "month_used_up"}),
    ("/v1/tariff/outlook", Refusal(429, "rate_limited", {"Retry-After": "40"}), {"api_key": "rate_limited"}),
    ("/api/plans", Refusal(429, "rate_limited", {"Retry-After": "40"}), {"url": "rate_limited"}),
    ("/api/plans", Refusal(404, "not_found"), {"url": "not_hexawatt"}),
    ("/api/plans", Refusal(503, "service_unavailable", {"Retry-After": "60"}), {"url": "unavailable"}),
]


@pytest.mark.parametrize(("path", "refusal", "errors"), CONNECTION_REFUSALS)
async def test_a_refusal_of_the_api_is_named(
    hass: HomeAssistant, gate: Gate, api_key: str, path: str, refusal: Refusal, errors: dict[str, str]
) -> None:
    gate.refusals[path] = refusal
    flow = await begin(hass, gate.url, api_key)
    assert flow["errors"] == errors
    gate.refusals.clear()
    assert (await go_on(hass, flow, {"url": gate.url, "api_key": api_key}))["step_id"] == "contract"


async def test_missing_data_do_not_refuse_a_key(hass: HomeAssistant, gate: Gate, api_key: str) -> None:
    gate.refusals["/v1/tariff/outlook"] = Refusal(503, "insufficient_data", {"Retry-After": "300"})
    assert (await begin(hass, gate.url, api_key))["step_id"] == "contract"


async def test_an_api_that_goes_away_is_named_at_each_form(hass: HomeAssistant, gate: Gate, api_key: str) -> None:
    gate.refusals["/api/tariffs"] = Refusal(503, "service_unavailable", {"Retry-After": "60"})
    flow = await begin(hass, gate.url, api_key)
    assert flow["step_id"] == "contract"
    flow = await go_on(hass, flow, {"tariff": "tempo"})
    gate.is_open = False
    flow = await go_on(hass, flow, {"subscribed_kva": "9"})
    assert flow["errors"] == {"base": "cannot_connect"}
    gate.is_open = True
    gate.refusals["/v1/export/evcc"] = Refusal(429, "upgrade_required", {"Retry-After": "86400"})
    flow = await go_on(hass, flow, {"subscribed_kva": "9"})
    assert flow["errors"] == {"base": "month_used_up"}
    gate.refusals["/v1/export/evcc"] = Refusal(
        400, "invalid_parameter", detail='Query parameter "tariff" is not valid.'
    )
    flow = await go_on(hass, flow, {"subscribed_kva": "9"})
    assert flow["errors"] == {"base": "refused"}


async def test_missing_prices_do_not_refuse_a_contract(hass: HomeAssistant, gate: Gate, api_key: str) -> None:
    flow = await go_on(hass, await begin(hass, gate.url, api_key), {"tariff": "tempo"})
    gate.refusals["/v1/export/evcc"] = Refusal(503, "service_unavailable", {"Retry-After": "60"})
    flow = await go_on(hass, flow, {"subscribed_kva": "9"})
    assert flow["type"] is FlowResultType.CREATE_ENTRY


async def test_the_connection_lost_between_two_requests_is_named(hass: HomeAssistant, gate: Gate, api_key: str) -> None:
    gate.refusals["/v1/tariff/outlook"] = Refusal(200, "not the API")
    assert (await begin(hass, gate.url, api_key))["errors"] == {"url": "cannot_connect"}


async def test_one_installation_is_set_up_once(hass: HomeAssistant, url: str, api_key: str) -> None:
    MockConfigEntry(domain=DOMAIN, unique_id=url.partition("//")[2]).add_to_hass(hass)
    flow = await begin(hass, url, api_key)
    assert flow["type"] is FlowResultType.ABORT
    assert flow["reason"] == "already_configured"


async def test_setting_up_stays_within_the_ten_requests_a_minute_of_the_free_plan(
    hass: HomeAssistant, gate: Gate, api_key: str
) -> None:
    flow = await go_on(hass, await begin(hass, gate.url, api_key), {"tariff": "tempo"})
    assert (await go_on(hass, flow, {"subscribed_kva": "9"}))["type"] is FlowResultType.CREATE_ENTRY
    await hass.async_block_till_done(wait_background_tasks=True)
    assert sum(n for (path, _), n in gate.counts.items() if path.startswith("/v1/")) == 7
