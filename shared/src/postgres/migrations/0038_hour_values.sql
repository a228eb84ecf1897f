-- Means of each hour by the newest version of its own slot (docs/methodology/history.md#hours). A row is replaced when a publisher corrects its values.
-- Intensities in gCO2eq/kWh by production, by consumption, and with the direct factors of the operator; the mean of the hour's auction prices in EUR/MWh.
create table hour_values (
  hour_start timestamptz not null primary key,
  production_g_co2eq_per_kwh double precision,
  consumption_g_co2eq_per_kwh double precision,
  direct_g_co2eq_per_kwh double precision,
  eur_per_mwh double precision,
  updated_at timestamptz not null,
  -- Kind and publisher (or name and version) of what the values rest on: `generation/rte`, `countryIntensities/2025-08`.
  sources text[] not null,
  -- Colour of the tariff day that holds the hour, from 06:00 to 06:00 in Paris: 1 blue, 2 white, 3 red.
  tempo_color smallint check (tempo_color between 1 and 3),
  carbon_version smallint,
  consumption_version smallint,
  check (extract(epoch from hour_start) % 3600 = 0)
);

-- Spans of hours that must be computed again, first and last hour inclusive. Triggers write them in the transaction of the change, so that a crash
-- loses none, and changes by programs of the version before count too. A span from minus to plus infinity is every stored hour.
create table hour_requests (
  id bigint generated always as identity primary key,
  first_hour timestamptz not null,
  last_hour timestamptz not null,
  known_from timestamptz not null
);

-- Which production types and borders an hour must have follows from the seven days before: a change of generation or flows also concerns the seven days
-- after it. A colour begins at midnight of its day and applies until 06:00 of the next one.
-- It runs with the rights of the owner, so that programs of the version before need no right on the table.
create function request_hour_values() returns trigger language plpgsql security definer as $$
begin
  insert into hour_requests (first_hour, last_hour, known_from)
  values (
    date_trunc('hour', new.first_slot, 'UTC'),
    date_trunc('hour', case
      when new.feed = 'tariff_calendar' then new.last_slot + interval '30 hours'
      when new.feed in ('power_exchanges', 'exchange_schedules') then new.last_slot
      else greatest(new.last_slot, least(new.last_slot + interval '7 days', new.known_from))
    end, 'UTC'),
    new.known_from);
  return null;
end $$;

create trigger recomputations_request_hour_values after insert on recomputations for each row
  when (new.feed in ('generation_by_type', 'generation_mix_15min', 'physical_flows', 'exchange_schedules', 'power_exchanges', 'tariff_calendar'))
  execute function request_hour_values();

-- Every hour is computed with the newest emission factors and yearly intensities.
create function request_every_hour_value() returns trigger language plpgsql security definer as $$
begin
  insert into hour_requests (first_hour, last_hour, known_from)
  select '-infinity', 'infinity', max(known_from) from added having count(*) > 0;
  return null;
end $$;

create trigger emission_factor_sets_request_hour_values after insert on emission_factor_sets
  referencing new table as added for each statement execute function request_every_hour_value();
create trigger country_intensities_request_hour_values after insert on country_intensities
  referencing new table as added for each statement execute function request_every_hour_value();

do $$ begin
  execute format('alter function request_hour_values() set search_path = %I, pg_temp', current_schema());
  execute format('alter function request_every_hour_value() set search_path = %I, pg_temp', current_schema());
end $$;

-- What is stored already is computed after the upgrade, piece by piece.
insert into hour_requests (first_hour, last_hour, known_from)
select '-infinity', 'infinity', 'epoch' where exists (select from feed_values);
