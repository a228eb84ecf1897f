"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal, TypeAlias

from pydantic import Field

from hexawatt.body import Body

PriceCertainty: TypeAlias = Literal["confirmed", "unconfirmed"] | str
"""Whether a price is confirmed, or rests on secondary sources only. Values may be added: any other text is accepted
too.
"""


class OutlookIntensity(Body):
    """Production-boundary intensity: carbon uses life-cycle factors, direct_carbon the direct factors of the
    operator.
    """

    gco2_per_kwh: float | None = Field(default=None, alias="gCo2PerKwh")
    """Forecast intensity, gCO2eq/kWh. None when no mix can be forecast."""
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
