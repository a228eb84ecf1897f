-- Weather of France by model as it was forecast: one row for each run that said something new. The arrays have one element per hour from `first_hour` on, the
-- hour in which the run became known; an element is null where the run has no value.
create table weather_runs (
  model text not null,
  known_from timestamptz not null,
  first_hour timestamptz not null,
  radiation_w_per_m2 double precision[] not null,
  temperature_c double precision[] not null,
  wind_feature_6 double precision[] not null,
  wind_feature_8p5 double precision[] not null,
  wind_feature_11 double precision[] not null,
  -- The model gave no wind at 100 m: it was calculated from that at 10 m.
  is_wind_from_10m boolean not null,
  payload_id bigint not null,
  primary key (model, known_from)
);
-- Retention asks which payloads of a month are still referred to.
create index weather_runs_payload on weather_runs (payload_id);

-- Weather of past hours, with which the forecast learns: of each quantity the value of the first run that gave it after the end of the hour. A second row of
-- an hour has quantities that the first one lacked. Nothing is updated.
create table weather_hours (
  model text not null,
  hour_start timestamptz not null,
  known_from timestamptz not null,
  radiation_w_per_m2 double precision,
  temperature_c double precision,
  wind_feature_6 double precision,
  wind_feature_8p5 double precision,
  wind_feature_11 double precision,
  primary key (model, hour_start, known_from)
);
-- The newest instant from which hours are known tells whether what was read before is still all that is known.
create index weather_hours_known on weather_hours (known_from);
