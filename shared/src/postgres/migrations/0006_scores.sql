-- The score every ten minutes: the auditable reference, written once from what was known then and never updated. Sub-scores in
-- tenths are exact and sum without error. `inputs` says for each feed its availability, how many rows were used, when the newest of
-- them became known and from which payloads they came.
create table score_points (
  at timestamptz not null primary key,
  price_score_tenths smallint not null check (price_score_tenths between 0 and 1000),
  carbon_score_tenths smallint not null check (carbon_score_tenths between 0 and 1000),
  grid_score_tenths smallint not null check (grid_score_tenths between 0 and 1000),
  adequacy_score_tenths smallint not null check (adequacy_score_tenths between 0 and 1000),
  global_score smallint not null check (global_score between 0 and 100),
  confidence smallint not null check (confidence between 0 and 100),
  fallbacks text[] not null,
  carbon_slot_start timestamptz,
  production_g_co2eq_per_kwh double precision,
  consumption_g_co2eq_per_kwh double precision,
  low_carbon_pct double precision,
  spot_price_eur_per_mwh double precision,
  score_version smallint not null,
  carbon_version smallint not null,
  confidence_version smallint not null,
  consumption_version smallint,
  factor_set_id bigint,
  inputs jsonb not null,
  provenance text not null check (provenance in ('live', 'backfilled')),
  computed_at timestamptz not null,
  check (extract(epoch from at) % 600 = 0),
  -- Averages and the starts of the series rest on these.
  check ((low_carbon_pct is null) = (production_g_co2eq_per_kwh is null)),
  check (consumption_g_co2eq_per_kwh is null or production_g_co2eq_per_kwh is not null),
  check ((consumption_version is null) = (consumption_g_co2eq_per_kwh is null))
) partition by range (at);

-- Every forecast that was issued, hour by hour: what its error is measured on. `lead_hours` 1 is the first full hour after the issue.
-- Columns are ordered widest first, because padding between them would be a tenth of the largest table after `feed_values`.
create table forecast_points (
  issued_at timestamptz not null,
  slot_start timestamptz not null,
  spot_price_eur_per_mwh double precision,
  g_co2eq_per_kwh double precision,
  lead_hours smallint not null check (lead_hours between 1 and 48),
  price_score_tenths smallint not null check (price_score_tenths between 0 and 1000),
  carbon_score_tenths smallint not null check (carbon_score_tenths between 0 and 1000),
  grid_score_tenths smallint not null check (grid_score_tenths between 0 and 1000),
  adequacy_score_tenths smallint not null check (adequacy_score_tenths between 0 and 1000),
  confidence smallint not null check (confidence between 0 and 100),
  primary key (issued_at, lead_hours)
) partition by range (issued_at);
create index forecast_points_slot on forecast_points (slot_start, issued_at);

-- The success before the ten minutes that run: a point is computed a moment after its instant, from what was received until then.
alter table source_status add column previous_success_at timestamptz;
alter table source_status add column previous_newest_slot_end timestamptz;
