"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal, TypeAlias

from hexawatt.body import Body

FeedId: TypeAlias = (
    Literal[
        "generation_by_type",
        "generation_mix_15min",
        "generation_forecast",
        "consumption",
        "consumption_weekly",
        "power_exchanges",
        "physical_flows",
        "exchange_schedules",
        "grid_signals",
        "tariff_calendar",
        "generation_unavailabilities",
        "installed_capacities",
        "imbalance",
    ]
    | str
)
"""Ids of the feeds of the transmission operator. Values may be added: any other text is accepted too."""


class ScaleAnchor(Body):
    """An anchor of a scale."""

    input: float
    """Input, in the unit of the scale."""
    score: float
    """Sub-score at this input."""


class ExplainedScale(Body):
    """Linear interpolation between the anchors below (lower) and above the input (upper); outside of the scale both
    are its end.
    """

    anchors: list[ScaleAnchor]
    """All anchors of the scale, by ascending input."""
    input: float
    """Input that is rated, in the unit of the scale."""
    lower: ScaleAnchor
    upper: ScaleAnchor
    unrounded: float
    """upper.score - (upper.score - lower.score) * (upper.input - input) / (upper.input - lower.input); upper.score
    where the two anchors are equal.
    """
