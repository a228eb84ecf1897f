"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal, TypeAlias

from pydantic import Field

from hexawatt.body import Body

GridSignalStatus: TypeAlias = Literal["Optimal", "Favorable", "Tendu", "TresTendu"] | str
"""Grid-tension signal, the best first. Values may be added: any other text is accepted too."""

TariffColor: TypeAlias = Literal["Bleu", "Blanc", "Rouge"] | str
"""Colours of the three-colour tariff, cheapest first. Values may be added: any other text is accepted too."""


class MixEntry(Body):
    """One production type of the generation mix."""

    production_type: str | None = Field(default=None, alias="productionType")
    """Code of the production type, such as NUCLEAR or WIND_ONSHORE."""
    value_mw: float = Field(alias="valueMW")
    """Mean power in the slot, MW."""
    share_pct: float = Field(alias="sharePct")
    """Share of total generation, %."""
    is_low_carbon: bool = Field(alias="isLowCarbon")
    """True for nuclear power and renewables."""
