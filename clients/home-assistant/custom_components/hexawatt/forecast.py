"""The held forecast: quarter-hours of the outlook with the price under the contract. No Home Assistant here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hexawatt.models.planning import Outlook
from hexawatt.models.score import EnergyScore

from .const import TARIFF_SPOT, TARIFF_TEMPO

QUARTER = timedelta(minutes=15)

FAVORABLE_FROM = 70
CORRECT_FROM = 40

PAST_KEPT = timedelta(hours=24)
"""Quarter-hours that have passed stay this long, for windows that have begun and for the calendar."""


@dataclass(frozen=True, slots=True)
class QuarterHour:
    """What is known of one quarter-hour; None is unknown, never 0."""

    start: datetime
    """In UTC."""
    carbon: float | None = None
    """Production boundary, life cycle, gCO2eq/kWh."""
    carbon_low: float | None = None
    carbon_high: float | None = None
    direct_carbon: float | None = None
    """Direct emissions by the factors of the operator, gCO2/kWh."""
    market_price: float | None = None
    """Day-ahead price, EUR/kWh without taxes."""
    market_basis: str | None = None
    """`auction` or `estimate`."""
    price: float | None = None
    """Under the contract of the entry, EUR/kWh with all taxes."""
    price_basis: str | None = None
    """`auction` or `estimate` (dynamic price), `published` or `forecast` (Tempo), `regulated` (other contracts)."""
    score: int | None = None
    """0 to 100, higher is better."""
    grid_signal: str | None = None
    """EcoWatt: `Optimal`, `Favorable`, `Tendu` or `TresTendu`."""
    tempo_color: str | None = None
    """`Bleu`, `Blanc` or `Rouge`: the published colour, else the most probable one."""
    tempo_basis: str | None = None
    """`published` or `forecast`."""

    @property
    def end(self) -> datetime:
        """End of the quarter-hour, UTC."""
        return self.start + QUARTER


def begin_of_quarter(at: datetime) -> datetime:
    """The start of the quarter-hour that contains an instant."""
    return at.replace(minute=at.minute - at.minute % 15, second=0, microsecond=0)


def read_outlook(outlook: Outlook) -> list[QuarterHour]:
    """The quarter-hours of an outlook with `resolution=15m`, without prices of a contract."""
    return [
        QuarterHour(
            start=slot.start,
            carbon=slot.carbon.gco2_per_kwh,
            carbon_low=slot.carbon.low,
            carbon_high=slot.carbon.high,
            direct_carbon=slot.direct_carbon.gco2_per_kwh,
            market_price=None if slot.price.eur_per_mwh is None else round(slot.price.eur_per_mwh / 1000, 5),
            market_basis=None if slot.price.eur_per_mwh is None else slot.price.basis,
            score=slot.global_score,
            grid_signal=slot.grid_signal,
            tempo_color=slot.tariff_color,
            tempo_basis=slot.tariff_color_basis,
        )
        for slot in outlook.slots
    ]


def present_quarter(score: EnergyScore, following: QuarterHour, now: datetime) -> QuarterHour:
    """The quarter-hour in progress; intensities are forecast by the hour, so those of the next one may hold."""
    start = begin_of_quarter(now)
    same_hour = following.start.hour == start.hour
    return QuarterHour(
        start=start,
        carbon=following.carbon if same_hour else None,
        carbon_low=following.carbon_low if same_hour else None,
        carbon_high=following.carbon_high if same_hour else None,
        direct_carbon=following.direct_carbon if same_hour else None,
        score=score.global_score,
        grid_signal=score.grid_signal_status,
    )


def keep_price(newer: QuarterHour, held: QuarterHour | None) -> QuarterHour:
    """A renewed quarter-hour with the price that is held for it, until the prices are renewed."""
    return newer if held is None else replace(newer, price=held.price, price_basis=held.price_basis)


def merge(held: Sequence[QuarterHour], newer: Iterable[QuarterHour], now: datetime) -> tuple[QuarterHour, ...]:
    """The newer forecast after the held quarter-hours that it does not cover, without those that are long past."""
    renewed = {quarter.start: quarter for quarter in newer}
    floor = begin_of_quarter(now) - PAST_KEPT
    first_new = min(renewed, default=None)
    kept = {q.start: q for q in held if q.start >= floor and (first_new is None or q.start < first_new)}
    return tuple(quarter for _, quarter in sorted({**kept, **renewed}.items()))


def with_prices(
    quarters: Sequence[QuarterHour], prices: Mapping[datetime, float], tariff: str | None
) -> tuple[QuarterHour, ...]:
    """The quarter-hours with the prices of the contract, EUR/kWh; where none is known the price of before stays."""
    return tuple(
        replace(quarter, price=prices[quarter.start], price_basis=_price_basis(quarter, tariff))
        if quarter.start in prices
        else quarter
        for quarter in quarters
    )


def _price_basis(quarter: QuarterHour, tariff: str | None) -> str | None:
    if tariff == TARIFF_SPOT:
        return quarter.market_basis
    if tariff == TARIFF_TEMPO:
        return quarter.tempo_basis
    return "regulated"


def published_until(quarters: Sequence[QuarterHour]) -> tuple[datetime | None, datetime | None]:
    """Ends of the auctioned prices and of the published colours: when one moves, prices and colours are due."""
    auctioned = [quarter.end for quarter in quarters if quarter.market_basis == "auction"]
    published = [quarter.end for quarter in quarters if quarter.tempo_basis == "published"]
    return max(auctioned, default=None), max(published, default=None)


def level_of(score: int) -> str:
    """Level of a score, by the limits of the API."""
    if score >= FAVORABLE_FROM:
        return "favorable"
    return "correct" if score >= CORRECT_FROM else "unfavorable"
