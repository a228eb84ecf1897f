"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal, TypeAlias

DataMode: TypeAlias = Literal["live", "open", "demo", "replay"] | str
"""Data of the live grid, of a generator, or recorded. Values may be added: any other text is accepted too."""

ProfileName: TypeAlias = Literal["national", "carbon", "price", "grid", "balanced"] | str
"""Names of the weighting presets. Values may be added: any other text is accepted too."""

SourceId: TypeAlias = (
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
        "emission_factors",
        "country_intensities",
        "regulated_prices",
        "weather",
        "neighbour_mixes",
    ]
    | str
)
"""Ids of the sources. Values may be added: any other text is accepted too."""

IncidentSubject: TypeAlias = (
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
        "score",
        "forecast",
        "service",
    ]
    | str
)
"""Part that an incident concerns: a feed, the score, the forecast, or the calculation of all figures (`service`).
Values may be added: any other text is accepted too.
"""

IncidentState: TypeAlias = Literal["fallback", "late", "missing", "interrupted"] | str
"""From the mildest to the worst. Values may be added: any other text is accepted too."""

PublisherId: TypeAlias = (
    Literal[
        "rte",
        "odre",
        "rte-zip",
        "energy-charts",
        "rte-services",
        "couleur-tempo",
        "ademe",
        "ember",
        "cre",
        "open-meteo",
    ]
    | str
)
"""Ids of the publishers of the sources. Values may be added: any other text is accepted too."""

ProblemCode: TypeAlias = (
    Literal[
        "missing_api_key",
        "invalid_api_key",
        "revoked_api_key",
        "expired_api_key",
        "unknown_parameter",
        "invalid_parameter",
        "unknown_profile",
        "profile_and_weights_exclusive",
        "weights_incomplete",
        "weights_sum_invalid",
        "invalid_range",
        "window_too_large",
        "infeasible_schedule",
        "history_depth_exceeded",
        "plan_capability_required",
        "rate_limited",
        "upgrade_required",
        "demo_limit_exceeded",
        "overage_cap_exceeded",
        "too_many_streams",
        "insufficient_data",
        "service_unavailable",
        "not_found",
        "method_not_allowed",
        "not_acceptable",
        "uri_too_long",
        "header_too_large",
        "invalid_body",
        "origin_not_allowed",
        "unsupported_media_type",
        "internal_error",
    ]
    | str
)
"""Every error code of the API. `/problems/<code>` explains each. Values may be added: any other text is accepted
too.
"""
