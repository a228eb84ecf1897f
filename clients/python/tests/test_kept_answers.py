"""Conditional requests, and the bounded cache behind them."""

from hexawatt import Contract
from hexawatt._transfer.kept_answers import KeptAnswer, KeptAnswers
from hexawatt.answer import DataFacts

from .conftest import StartApi
from .support.examples import TARIFF_TODAY
from .support.scripted_api import TEST_KEY, problem, respond
from .support.side import Side

LIVE = {"etag": 'W/"7"', "x-data-mode": "live"}


def kept(body: bytes) -> KeptAnswer:
    return KeptAnswer('W/"1"', body, DataFacts('W/"1"', None, is_degraded=False))


def sizes(cache: KeptAnswers, *addresses: str) -> list[int | None]:
    found = [cache.find(address) for address in addresses]
    return [None if answer is None else len(answer.body) for answer in found]


def test_the_least_recently_used_answer_is_dropped_first() -> None:
    cache = KeptAnswers(2)
    cache.keep("/a", kept(b"a"))
    cache.keep("/b", kept(b"bb"))
    cache.find("/a")
    cache.keep("/c", kept(b"ccc"))
    assert sizes(cache, "/a", "/b", "/c") == [1, None, 3]


def test_the_size_is_bounded_and_an_oversized_answer_displaces_nothing() -> None:
    cache = KeptAnswers(10, 10)
    cache.keep("/a", kept(b"12345"))
    cache.keep("/b", kept(b"12345"))
    cache.keep("/large", kept(b"12345678901"))
    assert sizes(cache, "/a", "/b", "/large") == [5, 5, None]
    cache.keep("/c", kept(b"1"))
    assert sizes(cache, "/a", "/b", "/c") == [None, 5, 1]


def test_a_replaced_answer_is_counted_anew() -> None:
    cache = KeptAnswers(10, 10)
    for body in (b"1234567890", b"12345", b"1"):
        cache.keep("/a", kept(body))
    cache.keep("/b", kept(b"123456789"))
    assert sizes(cache, "/a", "/b") == [1, 9]


def test_nothing_is_kept_with_a_bound_of_0() -> None:
    cache = KeptAnswers(0)
    cache.keep("/a", kept(b"a"))
    assert cache.find("/a") is None


def test_an_unchanged_answer_is_asked_for_by_its_etag_and_returned_from_the_cache(
    side: Side, start_api: StartApi
) -> None:
    api = start_api(respond(TARIFF_TODAY, headers=LIVE), respond("", 304))
    client = side.client(api.url, TEST_KEY)
    first, second = side.run(client.tariff_today()), side.run(client.tariff_today())
    assert (first.from_cache, second.from_cache) == (False, True)
    assert (second.data, second.etag, second.data_mode) == (first.data, 'W/"7"', "live")
    assert api.sent("if-none-match") == [None, 'W/"7"']


def test_a_304_brings_newer_limits_and_source_states(side: Side, start_api: StartApi) -> None:
    newer = {
        "x-ratelimit-limit-minute": "60",
        "x-ratelimit-remaining-minute": "58",
        "x-data-mode": "live",
        "x-service-confidence": "degraded",
        "x-request-id": "second",
    }
    api = start_api(respond(TARIFF_TODAY, headers=LIVE), respond("", 304, newer))
    client = side.client(api.url, TEST_KEY)
    side.run(client.tariff_today())
    answer = side.run(client.tariff_today())
    assert (answer.is_degraded, answer.request_id, answer.etag) == (True, "second", 'W/"7"')
    assert (answer.rate_limit.limit_minute, answer.rate_limit.remaining_minute) == (60, 58)
    assert (answer.rate_limit.limit_month, answer.rate_limit.remaining_month) == (None, None)


def test_answers_of_other_parameters_and_clients_are_apart(side: Side, start_api: StartApi) -> None:
    api = start_api(respond([], headers=LIVE))
    client = side.client(api.url, TEST_KEY)
    side.run(client.prices())
    side.run(client.prices(Contract(tariff="base")))
    side.run(side.client(api.url, TEST_KEY).prices())
    side.run(client.with_options(max_retries=0).prices(Contract(tariff="base")))
    assert api.sent("if-none-match") == [None, None, None, 'W/"7"']


def test_a_changed_answer_replaces_the_kept_one_which_survives_a_refusal(side: Side, start_api: StartApi) -> None:
    changed = {**TARIFF_TODAY, "color": "Bleu"}
    api = start_api(
        respond(TARIFF_TODAY, headers=LIVE),
        problem(503, "service_unavailable"),
        respond(changed, headers={"etag": 'W/"8"'}),
        respond("", 304),
    )
    client = side.client(api.url, TEST_KEY)
    colors = [side.run(client.tariff_today()).data.color for _ in range(3)]
    assert colors == ["Rouge", "Bleu", "Bleu"]
    assert api.sent("if-none-match") == [None, 'W/"7"', 'W/"7"', 'W/"8"']


def test_an_answer_without_an_etag_is_not_kept(side: Side, start_api: StartApi) -> None:
    api = start_api(respond(TARIFF_TODAY))
    client = side.client(api.url, TEST_KEY)
    side.run(client.tariff_today())
    answer = side.run(client.tariff_today())
    assert (answer.etag, answer.from_cache) == (None, False)
    assert api.sent("if-none-match") == [None, None]
