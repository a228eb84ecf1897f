"""Options of a client, and what is sent with each request."""

import asyncio
from typing import Any

import httpx
import pytest

from hexawatt import AsyncHexawatt, Hexawatt

from .conftest import StartApi
from .support.examples import TARIFF_TODAY
from .support.scripted_api import TEST_KEY, respond
from .support.side import Side

URL = "http://127.0.0.1:1"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("base_url", {"base_url": "localhost"}),
        ("base_url", {"base_url": "ftp://localhost"}),
        ("base_url", {"base_url": "http://localhost/api"}),
        ("base_url", {"base_url": "http://localhost?key=1"}),
        ("base_url", {"base_url": "http://localhost#top"}),
        ("base_url", {"base_url": "http://user:secret@localhost"}),
        ("base_url", {"base_url": "http://localhost:port"}),
        ("base_url", {"base_url": None}),
        ("max_retries", {"base_url": URL, "max_retries": 11}),
        ("max_retries", {"base_url": URL, "max_retries": 0.5}),
        ("max_retries", {"base_url": URL, "max_retries": True}),
        ("max_wait_seconds", {"base_url": URL, "max_wait_seconds": float("inf")}),
        ("max_wait_seconds", {"base_url": URL, "max_wait_seconds": "1"}),
        ("timeout_seconds", {"base_url": URL, "timeout_seconds": 0}),
        ("timeout_seconds", {"base_url": URL, "timeout_seconds": float("nan")}),
        ("max_kept_answers", {"base_url": URL, "max_kept_answers": -1}),
        ("user_agent", {"base_url": URL, "user_agent": "a\r\nx-other: b"}),
        ("language", {"base_url": URL, "language": "de"}),
    ],
)
def test_an_invalid_option_is_refused_by_its_name(name: str, options: dict[str, Any]) -> None:
    for kind in (Hexawatt, AsyncHexawatt):
        with pytest.raises(ValueError, match=f"^{name} must") as raised:
            kind(**options)
        assert "secret" not in str(raised.value)


@pytest.mark.parametrize("key", ["short", f"{TEST_KEY}\n", f"{TEST_KEY} ", f"{TEST_KEY}é", 12345678])
def test_a_malformed_key_is_refused_without_being_shown(key: Any) -> None:
    with pytest.raises(ValueError, match="^api_key must") as raised:
        Hexawatt(URL, key)
    assert str(key).strip() not in str(raised.value)


@pytest.mark.parametrize("base_url", ["http://localhost:8080", "http://localhost:8080/", "https://example.com"])
def test_the_address_may_end_with_a_slash(base_url: str) -> None:
    with Hexawatt(base_url) as client:
        assert repr(client) == f"Hexawatt({base_url.rstrip('/')!r})"


def test_the_key_is_sent_only_where_one_is_needed(side: Side, start_api: StartApi) -> None:
    api = start_api(respond(TARIFF_TODAY), respond({"default": "national", "sumTolerance": 0.001, "profiles": []}))
    client = side.client(api.url, TEST_KEY)
    side.run(client.tariff_today())
    side.run(client.profiles())
    assert api.sent("x-api-key") == [TEST_KEY, None]
    assert api.addresses == ["/v1/tariff/today", "/api/profiles"]


def test_without_a_key_none_is_sent(side: Side, start_api: StartApi) -> None:
    api = start_api(respond(TARIFF_TODAY))
    side.run(side.client(api.url).tariff_today())
    assert api.sent("x-api-key") == [None]


def test_the_language_is_sent_only_if_given(side: Side, start_api: StartApi) -> None:
    api = start_api(respond(TARIFF_TODAY))
    side.run(side.client(api.url, TEST_KEY, language="en").tariff_today())
    side.run(side.client(api.url, TEST_KEY).tariff_today())
    assert api.sent("accept-language") == ["en", None]


def test_the_user_agent_names_the_package_unless_another_is_given(side: Side, start_api: StartApi) -> None:
    api = start_api(respond(TARIFF_TODAY))
    side.run(side.client(api.url, TEST_KEY).tariff_today())
    side.run(side.client(api.url, TEST_KEY, user_agent="washing-machine/1.0").tariff_today())
    package, own = api.sent("user-agent")
    assert (package or "").startswith("hexawatt-python/")
    assert own == "washing-machine/1.0"


def test_a_given_client_of_httpx_is_used_and_stays_open(side: Side) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(200, json=TARIFF_TODAY)

    http_client = side.http_client(answer)
    client = side.client("https://api.example.com", TEST_KEY, http_client=http_client)
    side.run(client.tariff_today())
    side.run(client.aclose() if side.is_async else client.close())
    assert asked == ["https://api.example.com/v1/tariff/today"]
    assert not http_client.is_closed
    side.run(http_client.aclose() if side.is_async else http_client.close())


def test_leaving_the_block_closes_the_connections() -> None:
    with Hexawatt(URL) as client:
        http_client = client._transport.http_client
        with client.with_options(timeout_seconds=1):
            pass
        assert not http_client.is_closed
    assert http_client.is_closed


async def leave_block() -> tuple[str, bool]:
    async with AsyncHexawatt(URL) as client:
        pass
    return repr(client), client._transport.http_client.is_closed


def test_leaving_the_block_of_asyncio_closes_the_connections() -> None:
    assert asyncio.run(leave_block()) == (f"AsyncHexawatt({URL!r})", True)


def test_options_of_one_call_are_checked_and_change_no_other_call(side: Side) -> None:
    client = side.client(URL, TEST_KEY)
    with pytest.raises(ValueError, match="^timeout_seconds must"):
        client.with_options(timeout_seconds=0)
    assert client.with_options(max_retries=1, max_wait_seconds=5)._transport.settings.max_retries == 1
    assert client._transport.settings.max_retries == 2
