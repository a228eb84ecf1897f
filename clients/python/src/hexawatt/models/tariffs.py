"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal, TypeAlias

from pydantic import Field

from hexawatt.body import Body, Day

ContractKind: TypeAlias = Literal["base", "hphc", "tempo", "other"] | str
"""Kinds of contract by how their prices vary. Values may be added: any other text is accepted too."""

ContractCertainty: TypeAlias = Literal["official", "published", "unconfirmed"] | str
"""`official`: files of the regulator. `published`: a named publication. `unconfirmed`: secondary sources only.
Values may be added: any other text is accepted too.
"""

DayKind: TypeAlias = Literal["weekday", "weekend", "holiday"] | str
"""Kinds of day; a public holiday on a Saturday or Sunday is both `weekend` and `holiday`. Values may be added: any
other text is accepted too.
"""

PricedColor: TypeAlias = Literal["blue", "white", "red"] | str
"""Colours of the tariff day in a price table, cheapest first. Values may be added: any other text is accepted too."""


class Subscription(Body):
    """Fixed part of a contract for one subscribed power."""

    kva: float
    """Subscribed power, kVA."""
    eur_per_month: float = Field(alias="eurPerMonth")
    """Subscription, EUR a month including all taxes."""


class ContractSeason(Body):
    """Part of every year, by calendar days in Paris."""

    from_: str = Field(alias="from")
    """First day of the season, MM-DD."""
    to: str
    """Last day of the season, MM-DD. The season crosses New Year when this day is before the first."""


class ContractPeriod(Body):
    """When a price applies. Each minute has the first period of the list that matches it; season, kind of day and
    hours are those of the minute itself, also after midnight.
    """

    id: str
    """Name of the period, the key of its price."""
    season: ContractSeason | None = None
    """Season in which the period applies. None: all year."""
    days: list[DayKind] | None = None
    """Kinds of day on which the period applies. weekend: Saturday and Sunday; holiday: public holidays of
    metropolitan France, also on a weekend; weekday: the other days. None: every day.
    """
    colors: list[PricedColor] | None = None
    """Colours of the tariff day, 06:00 to 06:00 in Paris, on which the period applies. None: any colour."""
    hours: str | None = None
    """Hours of the day in Paris: ranges to the minute such as 22:00-06:00, separated by commas, or off_peak for the
    off-peak hours of the customer. None: all hours.
    """


class PricesByPower(Body):
    """Prices of the periods for a range of subscribed powers."""

    min_kva: float | None = Field(default=None, alias="minKva")
    """Smallest subscribed power with these prices, kVA. None when there is no lower limit."""
    max_kva: float | None = Field(default=None, alias="maxKva")
    """Largest subscribed power with these prices, kVA. None when there is no upper limit."""
    eur_per_kwh: dict[str, float] = Field(alias="eurPerKwh")
    """Price of each period by its id, EUR/kWh including all taxes."""


class ContractVersion(Body):
    """A contract between two price changes."""

    id: str
    """Id of the contract; its versions share it and do not overlap."""
    name: str
    """Name of the contract, in French."""
    kind: ContractKind
    """base: one price; hphc: peak and off-peak prices; tempo: prices by the colour of the tariff day; other: any
    other periods.
    """
    from_: Day = Field(alias="from")
    """First Paris calendar day on which the version applies."""
    to: Day | None = None
    """First Paris calendar day on which the version no longer applies. None while no end is known."""
    off_peak: str | None = Field(default=None, alias="offPeak")
    """Off-peak hours in Paris of a customer who names none. None when every customer has hours of their own, or the
    contract has no off-peak period.
    """
    subscriptions: list[Subscription]
    """Subscription by subscribed power. Empty when it is unknown: comparisons are then of energy only."""
    periods: list[ContractPeriod]
    """Periods of the prices, in the order in which they are tried."""
    prices: list[PricesByPower]
    """Prices by subscribed power. The first entry whose limits hold the power applies."""
    source: str
    """Source of the figures."""
    certainty: ContractCertainty
    """official: from the files of the regulator; published: checked against a publication of supplier or regulator
    that source names; unconfirmed: served although it rests on secondary sources only.
    """
    note: str | None = None
    """A limitation of the figures. None when there is none."""


class AdderProfile(Body):
    """Amounts that supplier, network and taxes add to the market price: price = (market price + amount) · (1 + VAT)."""

    id: str
    """Id of the profile; its versions share it and do not overlap."""
    name: str
    """Name of the profile, in French."""
    from_: Day = Field(alias="from")
    """First Paris calendar day on which the version applies."""
    to: Day | None = None
    """First Paris calendar day on which the version no longer applies. None while no end is known."""
    periods: list[ContractPeriod]
    """Periods of the amounts, in the order in which they are tried."""
    eur_per_kwh: dict[str, float] = Field(alias="eurPerKwh")
    """Amount added in each period by its id, EUR/kWh without VAT."""
    source: str
    """Source of the figures."""
    certainty: ContractCertainty
    """official: from the files of the regulator; published: checked against a publication of supplier or regulator
    that source names; unconfirmed: served although it rests on secondary sources only.
    """
    note: str | None = None
    """A limitation of the figures. None when there is none."""


class Tariffs(Body):
    """Dated table of contracts with the source and certainty of each version. Costs are calculated with this table."""

    currency: Literal["EUR"] | str
    """Currency of every price."""
    contracts: list[ContractVersion]
    """Contracts by id and first day, oldest first."""
    adders: list[AdderProfile]
    """Adder profiles of the market price by id and first day, oldest first."""
