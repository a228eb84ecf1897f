"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal, TypeAlias

from pydantic import Field

from hexawatt.body import Body, Instant
from hexawatt.models.grid_parts import GridSignalStatus, TariffColor

PriceCertainty: TypeAlias = Literal["confirmed", "unconfirmed"] | str
"""Whether a price is confirmed, or rests on secondary sources only. Values may be added: any other text is accepted
too.
"""


class OutlookIntensity(Body):
    """Carbon intensity of an hour. carbon and direct_carbon: French generation; consumption_carbon and
    direct_consumption_carbon: French consumption, imports of the hour included. carbon and consumption_carbon use
    life-cycle factors, the other two direct factors.
    """

    gco2_per_kwh: float | None = Field(default=None, alias="gCo2PerKwh")
    """Forecast intensity, gCO2eq/kWh. None when no mix, or for consumption no imports, can be forecast."""
    low: float | None = None
    """Lower limit (p10). None when too few past forecast errors are known."""
    high: float | None = None
    """Upper limit (p90). None when too few past forecast errors are known."""


class OutlookPrice(Body):
    """Market price. An auctioned price is certain: low and high are equal to it."""

    eur_per_mwh: float | None = Field(default=None, alias="eurPerMwh")
    """Day-ahead price or its estimate, EUR/MWh. None when unknown."""
    low: float | None = None
    """Lower limit (p10). None when too few past forecast errors are known."""
    high: float | None = None
    """Upper limit (p90). None when too few past forecast errors are known."""
    basis: Literal["auction", "estimate"] | str
    """auction: published auction price; estimate: estimated price beyond the auction."""


class OutlookSlot(Body):
    """All forecast values of one hour or quarter-hour."""

    start: Instant
    """Start of the slot, UTC."""
    end: Instant
    """End of the slot, UTC."""
    carbon: OutlookIntensity
    direct_carbon: OutlookIntensity = Field(alias="directCarbon")
    consumption_carbon: OutlookIntensity = Field(alias="consumptionCarbon")
    direct_consumption_carbon: OutlookIntensity = Field(alias="directConsumptionCarbon")
    price: OutlookPrice
    global_score: int | None = Field(default=None, alias="globalScore")
    """Score of the slot with the national weighting, 0 to 100. None when unknown."""
    grid_signal: GridSignalStatus | None = Field(default=None, alias="gridSignal")
    """Published grid-tension signal of the hour. None when unknown."""
    tariff_color: TariffColor | None = Field(default=None, alias="tariffColor")
    """Colour of the three-colour tariff (Tempo): the published colour, otherwise the most probable colour. None when
    unknown.
    """
    tariff_color_basis: Literal["published", "forecast"] | str | None = Field(default=None, alias="tariffColorBasis")
    """published or forecast: basis of tariff_color. None when tariff_color is None."""
