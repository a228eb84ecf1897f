-- Every version of the electricity output of a neighbour in an hour: the mean of each production type over the hour, MW, as `{"FOSSIL_GAS": 4210.5}`. A type
-- that is not in the object was not published; it is not 0. A version is never updated, and one that lacks a type of the version before is not stored. By
-- month, as the values of the feeds, which are kept as long.
create table neighbour_generation (
  -- ISO 3166; Luxembourg is part of DE.
  country text not null,
  hour_start timestamptz not null,
  mw_by_type jsonb not null,
  publisher text not null,
  known_from timestamptz not null,
  payload_id bigint not null,
  primary key (hour_start, country, known_from),
  check (extract(epoch from hour_start) % 3600 = 0),
  check (jsonb_typeof(mw_by_type) = 'object' and mw_by_type <> '{}')
) partition by range (hour_start);

-- Finds the payloads of a month that values rest on, when the month is retired.
create index neighbour_generation_payload on neighbour_generation using brin (payload_id) with (pages_per_range = 16);

-- An hour may stand in for the same hour of the next seven days, and whether it is complete follows from the seven days before it: a change also concerns the
-- fourteen days after it. It runs with the rights of the owner, as the function of the feeds.
create function request_neighbour_hours() returns trigger language plpgsql security definer as $$
begin
  insert into hour_requests (first_hour, last_hour, known_from)
  select min(hour_start),
    date_trunc('hour', greatest(max(hour_start), least(max(hour_start) + interval '14 days', max(known_from))), 'UTC'), max(known_from)
  from added having count(*) > 0;
  return null;
end $$;

create trigger neighbour_generation_request_hours after insert on neighbour_generation
  referencing new table as added for each statement execute function request_neighbour_hours();

do $$ begin
  execute format('alter function request_neighbour_hours() set search_path = %I, pg_temp', current_schema());
end $$;
