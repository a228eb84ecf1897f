-- One forecast per hour as it was issued, written once: bands, the scoreboard and the archive that is served rest on it. What it rests on
-- follows from its instant (the rows known by then); score_points records the feeds of the same instant.
create table forecast_issues (
  issued_at timestamptz not null primary key,
  computed_at timestamptz not null,
  forecast_version smallint not null,
  -- Below 48 hours of generation the method has too little past and the mix is carried over.
  method text not null check (method in ('analog_mix', 'carry_over')),
  -- Names of inputs that were missing or too old, empty when all were there.
  missing_inputs text[] not null,
  -- Start of the newest complete hour of generation that was known.
  newest_generation_start timestamptz,
  factor_set_id bigint,
  -- Quantiles (null below 100 errors), alpha and number of errors of each quantity and lead bucket that the bands were made with.
  band_levels jsonb not null,
  -- Production types of forecast_issue_hours.mix_mw, in their order; null without a mix.
  mix_types text[],
  check (extract(epoch from issued_at) % 3600 = 0)
) partition by range (issued_at);

-- The hours of an issue; lead 0 is the hour that begins at the issue. Ordered widest first, because padding would be a tenth of the table.
-- Intensities in gCO2eq/kWh with life-cycle and with direct factors, prices in EUR/MWh, the score under national weights before rounding.
-- A band is null where there are too few errors to make one.
create table forecast_issue_hours (
  issued_at timestamptz not null,
  target_start timestamptz not null,
  -- MW by production type, in the order of forecast_issues.mix_types. An array takes a sixth of the bytes of an object with names.
  mix_mw real[],
  carbon real,
  carbon_low real,
  carbon_high real,
  carbon_spread real,
  direct_carbon real,
  direct_carbon_low real,
  direct_carbon_high real,
  direct_carbon_spread real,
  price real,
  price_low real,
  price_high real,
  score real,
  score_low real,
  score_high real,
  load_mw real,
  wind_mw real,
  solar_mw real,
  lead_hours smallint not null check (lead_hours between 0 and 48),
  is_price_auctioned boolean not null,
  primary key (issued_at, lead_hours)
) partition by range (issued_at);
create index forecast_issue_hours_target on forecast_issue_hours (target_start, issued_at);

-- What came true: one row per hour with the newest known values, updated when a publisher corrects them.
create table realised_hours (
  hour_start timestamptz not null primary key,
  carbon double precision,
  direct_carbon double precision,
  price double precision,
  -- Mean composite of the hour's points under national weights.
  score double precision,
  updated_at timestamptz not null
);

-- Sums of the errors of the issues of one UTC day, by quantity, lead class and who forecast: the scoreboard of 30, 90 and 365 days adds them up.
create table forecast_error_days (
  day date not null,
  quantity text not null check (quantity in ('carbon', 'directCarbon', 'price', 'score')),
  -- Last hour of the lead class: 6, 24 or 48.
  last_lead_hours smallint not null check (last_lead_hours in (6, 24, 48)),
  forecaster text not null check (forecaster in ('hexawatt', 'persistence', 'yesterday')),
  forecast_version smallint not null,
  samples integer not null,
  absolute_error_sum double precision not null,
  error_sum double precision not null,
  -- Hours with a band, and those whose actual value lay inside it.
  banded_samples integer not null,
  covered_samples integer not null,
  -- What the cheapest block of each issue would have saved against the mean, and what the chosen block saved.
  possible_saving_sum double precision not null,
  captured_saving_sum double precision not null,
  updated_at timestamptz not null,
  primary key (day, quantity, last_lead_hours, forecaster, forecast_version)
);
