-- Intensities that the operator itself publishes: what ours are compared with. Never served as ours, never an input of a score. Versions as in
-- `feed_values`: none is updated in place.
create table published_intensities (
  -- `production`: direct emissions of what is produced; `consumption`: of what is consumed, by the operator's own account of imports.
  boundary text not null check (boundary in ('production', 'consumption')),
  slot_start timestamptz not null,
  slot_end timestamptz not null,
  g_co2_per_kwh double precision not null check (g_co2_per_kwh between 0 and 2000),
  -- MW by series that the publisher gave with a figure of production: only the same mix must give the same figure.
  mix_mw jsonb,
  publisher text not null,
  known_from timestamptz not null,
  payload_id bigint not null,
  primary key (boundary, slot_start, publisher, known_from),
  check (slot_end > slot_start)
);
-- Retention asks which payloads of a month are still referred to.
create index published_intensities_payload on published_intensities (payload_id);

-- Our figures minus the published ones, summed over a UTC day.
create table intensity_difference_days (
  day date not null,
  boundary text not null check (boundary in ('production', 'consumption')),
  -- Quarter-hours of production with the same mix, hours of consumption.
  samples integer not null,
  -- Quarter-hours of production whose mix is another one here: they are not compared.
  other_mix_samples integer not null,
  difference_sum double precision not null,
  absolute_difference_sum double precision not null,
  -- Samples that differ by at most 1 g/kWh.
  within_gram_samples integer not null,
  updated_at timestamptz not null,
  primary key (day, boundary)
);

-- Whether each spare source still answers and says what the operator says: the newest comparison.
create table spare_checks (
  dataset text primary key,
  publisher text not null,
  feed text not null,
  first_attempt_at timestamptz not null,
  last_attempt_at timestamptz not null,
  -- The last comparison of at least one value; null before the first.
  last_success_at timestamptz,
  compared integer not null default 0,
  agreeing integer not null default 0,
  -- One value on which they disagree, or why nothing was compared.
  note text
);
