-- Every version of what is published of a region for a quarter-hour, MW; null = the publisher gave none. A version is never updated. By month, as the
-- values of the feeds, which are kept as long.
create table regional_values (
  region text not null,
  slot_start timestamptz not null,
  slot_end timestamptz not null,
  consumption double precision,
  thermal double precision,
  nuclear double precision,
  wind double precision,
  solar double precision,
  hydro double precision,
  bioenergy double precision,
  pumping double precision,
  charge double precision,
  discharge double precision,
  exchange double precision,
  publisher text not null,
  nature text not null,
  known_from timestamptz not null,
  payload_id bigint not null,
  primary key (slot_start, region, known_from),
  check (slot_end > slot_start)
) partition by range (slot_start);

-- Finds the payloads of a month that values rest on, when the month is retired.
create index regional_values_payload on regional_values using brin (payload_id) with (pages_per_range = 16);
