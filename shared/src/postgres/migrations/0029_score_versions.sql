-- Version 2 of the score leaves dimensions that are only estimated out of the composite. What is stored of a point or a forecast therefore says which
-- dimensions were known: bit 0 price, 1 carbon, 2 grid, 3 adequacy. Null for version 1, which programs of the version before still write.
alter table score_points
  add column known_dimensions smallint check (known_dimensions between 0 and 15),
  add constraint score_points_known_by_version check ((score_version < 2) = (known_dimensions is null));
alter table forecast_points
  add column known_dimensions smallint check (known_dimensions between 0 and 15);

-- Sums of the sub-scores of the points of an hour, tenths, from version 2 on: within one set of known dimensions the composite is linear in them. A table
-- of its own, because a new key of score_hours would break the upsert of the version before. That program adds points of version 1 only, so these sums
-- are never behind its points; score_hours keeps everything that does not depend on the set, of points of every version.
create table score_set_hours (
  hour_start timestamptz not null,
  score_version smallint not null check (score_version >= 2),
  known_dimensions smallint not null check (known_dimensions between 0 and 15),
  samples smallint not null,
  price_score_tenths integer not null,
  carbon_score_tenths integer not null,
  grid_score_tenths integer not null,
  adequacy_score_tenths integer not null,
  primary key (hour_start, score_version, known_dimensions)
);

-- A forecast of the score is compared with points of its own version only.
alter table forecast_issues add column score_version smallint not null default 1;
-- Mean composite of the points of version 2 of an hour; `score` is that of the points of version 1.
alter table realised_hours add column score_2 double precision;
