"""States that follow from the held data alone: colours, EcoWatt, the realised hour, the next price."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hexawatt.models.grid import GridStatus, TariffOutlook
from hexawatt.models.score import EnergyScore

from custom_components.hexawatt.coordinator import HexawattData
from custom_components.hexawatt.forecast import QuarterHour, level_of, merge, present_quarter, with_prices
from custom_components.hexawatt.realised import RealisedHour
from custom_components.hexawatt.tempo import color_attributes, color_of
from custom_components.hexawatt.today import next_change_of_price, realised_at, signal_now, signal_today

NOW = datetime(2026, 2, 3, 18, 20, tzinfo=UTC)
QUARTER = datetime(2026, 2, 3, 18, 15, tzinfo=UTC)

COLORS = TariffOutlook.model_validate(
    {
        "issuedAt": "2026-02-03T18:00:00Z",
        "variant": "A",
        "stock": {"whiteLeft": 20, "redLeft": 9},
        "methodologyVersion": 1,
        "days": [
            {
                "date": f"2026-02-0{day}",
                "from": f"2026-02-0{day}T05:00:00Z",
                "to": f"2026-02-0{day + 1}T05:00:00Z",
                "color": color,
                "status": "published" if color else "forecast",
                "probabilities": {"blue": 0.2, "white": 0.5, "red": 0.3},
                "prices": None,
            }
            for day, color in ((3, "Violet"), (4, None))
        ],
    }
)


def test_an_unpublished_colour_is_the_most_probable_one_with_its_probability() -> None:
    assert color_of(COLORS, NOW, 1) == "white"
    attributes = color_attributes(COLORS, NOW, 1)
    assert (attributes["status"], attributes["probability"], attributes["probability_red"]) == ("forecast", 0.5, 0.3)
    assert attributes["peak_price"] is None


def test_what_is_not_known_of_a_colour_is_unknown() -> None:
    # A colour of another name, a day beyond the list, an outlook that has ended, none at all.
    assert color_of(COLORS, NOW, 0) is None
    assert color_of(COLORS, NOW, 2) is None
    assert color_of(COLORS, NOW + timedelta(days=9), 0) is None
    assert color_of(None, NOW, 0) is None
    assert color_attributes(COLORS, NOW, 0) == {}


def test_a_tariff_day_begins_at_six_in_paris() -> None:
    assert color_of(COLORS, datetime(2026, 2, 4, 4, 59, 59, tzinfo=UTC), 1) == "white"
    assert color_of(COLORS, datetime(2026, 2, 4, 5, 0, tzinfo=UTC), 0) == "white"


def test_ecowatt_is_that_of_the_hour_and_of_the_day_in_paris() -> None:
    hours = [{"time": f"2026-02-03T{hour:02}:00:00Z", "status": "Tendu" if hour == 18 else None} for hour in range(23)]
    day = {"date": "2026-02-03", "day": "D", "status": "TresTendu", "message": "Coupures", "hours": hours}
    status = GridStatus.model_validate(
        {"source": "RTE", "license": "L", "fetchedAt": "2026-02-03T18:00:00Z", "stale": False, "days": [day]}
    )
    data = HexawattData(grid_status=status)
    assert signal_now(data, NOW) == "tense"
    assert signal_now(data, NOW - timedelta(hours=1)) is None
    assert signal_today(data, NOW) == ("very_tense", "Coupures")
    assert signal_today(data, NOW + timedelta(days=1)) == (None, None)


def test_without_the_signals_of_the_day_ecowatt_is_that_of_the_forecast() -> None:
    held = HexawattData(quarter_hours=(QuarterHour(start=QUARTER, grid_signal="Optimal"),))
    assert signal_now(held, NOW) == "optimal"
    assert signal_now(HexawattData(), NOW) is None
    assert signal_now(held, NOW + timedelta(hours=1)) is None


def test_a_realised_hour_counts_for_twelve_hours() -> None:
    data = HexawattData(realised=RealisedHour(datetime(2026, 2, 3, 5, tzinfo=UTC), 40.0, None))
    assert realised_at(data, datetime(2026, 2, 3, 18, 0, tzinfo=UTC), "production") == 40.0
    assert realised_at(data, datetime(2026, 2, 3, 18, 1, tzinfo=UTC), "production") is None
    assert realised_at(data, NOW.replace(hour=7), "consumption") is None


def test_the_next_price_is_the_next_one_that_differs() -> None:
    prices = [0.2, 0.2, None, 0.1]
    quarters = tuple(QuarterHour(start=QUARTER + n * timedelta(minutes=15), price=p) for n, p in enumerate(prices))
    data = HexawattData(quarter_hours=quarters)
    assert next_change_of_price(data, NOW) == (quarters[3].start, 0.1)
    assert next_change_of_price(data, NOW + timedelta(minutes=45)) == (None, None)
    assert next_change_of_price(HexawattData(), NOW) == (None, None)


def test_the_forecast_that_passed_is_kept_for_a_day_and_the_newer_one_wins() -> None:
    step = timedelta(minutes=15)
    held = [QuarterHour(start=QUARTER - timedelta(hours=30) + n * step, carbon=1) for n in range(200)]
    newer = [QuarterHour(start=QUARTER + n * step, carbon=2) for n in range(1, 5)]
    merged = merge(held, newer, NOW)
    assert merged[0].start == QUARTER - timedelta(hours=24)
    assert [quarter.carbon for quarter in merged[-5:]] == [1, 2, 2, 2, 2]
    assert {later.start - quarter.start for quarter, later in pairwise(merged)} == {step}


def test_a_price_has_the_basis_of_its_contract() -> None:
    quarter = QuarterHour(start=QUARTER, market_basis="auction", tempo_basis="forecast")
    bases = {tariff: with_prices([quarter], {QUARTER: 0.2}, tariff)[0].price_basis for tariff in ("spot", "tempo", "x")}
    assert bases == {"spot": "auction", "tempo": "forecast", "x": "regulated"}
    assert with_prices([quarter], {}, "spot")[0].price is None


def test_levels_have_the_limits_of_the_api() -> None:
    assert [level_of(score) for score in (39, 40, 69, 70)] == ["unfavorable", "correct", "correct", "favorable"]


def test_the_quarter_hour_in_progress_takes_intensities_only_from_its_own_hour() -> None:
    score = EnergyScore.model_construct(global_score=55, grid_signal_status="Optimal")
    following = QuarterHour(start=datetime(2026, 2, 3, 18, 30, tzinfo=UTC), carbon=50.0)
    assert present_quarter(score, following, NOW).carbon == 50.0
    later = QuarterHour(start=datetime(2026, 2, 3, 19, 0, tzinfo=UTC), carbon=50.0)
    late = present_quarter(score, later, NOW.replace(minute=50))
    assert (late.start.minute, late.carbon, late.score) == (45, None, 55)
