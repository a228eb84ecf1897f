-- Partial sums of the points of each hour, per combination of versions (nearly always one): what hourly history and analytics are
-- answered from. Kept current in the transaction that stores a point. Sums are of the values as they are served (scores in tenths,
-- the rest in hundredths), so that they are exact and a customer can redo them from the points.
create table score_hours (
  hour_start timestamptz not null,
  score_version smallint not null,
  carbon_version smallint not null,
  confidence_version smallint not null,
  -- 0 = the points carry no consumption value.
  consumption_version smallint not null,
  samples smallint not null,
  price_score_tenths integer not null,
  carbon_score_tenths integer not null,
  grid_score_tenths integer not null,
  adequacy_score_tenths integer not null,
  confidence_sum integer not null,
  -- Points that are Optimal under the national weights.
  optimal_samples smallint not null,
  carbon_samples smallint not null,
  carbon_hundredths bigint not null,
  low_carbon_hundredths bigint not null,
  -- The slot of the newest point with a carbon value.
  carbon_slot_start timestamptz,
  consumption_samples smallint not null,
  consumption_hundredths bigint not null,
  delta_hundredths bigint not null,
  spot_price_samples smallint not null,
  spot_price_hundredths bigint not null,
  primary key (hour_start, score_version, carbon_version, confidence_version, consumption_version)
);

-- One row per UTC day: `revision` grows with every change of the day's points, so that what was encoded or summed from a day can be
-- kept for as long as its revision is the same.
create table score_days (
  day date primary key,
  points smallint not null,
  carbon_points smallint not null,
  consumption_points smallint not null,
  first_at timestamptz not null,
  first_carbon_at timestamptz,
  first_consumption_at timestamptz,
  last_at timestamptz not null,
  revision bigint not null
) with (fillfactor = 70);
create sequence score_day_revision;

-- What a point would be with the inputs as they were corrected later. The first stored value is the one that is served; an audit
-- shows both.
create table score_point_revisions (
  at timestamptz not null,
  computed_at timestamptz not null,
  point jsonb not null,
  primary key (at, computed_at)
);
