-- Carbon intensity of each quarter-hour of the mix in its newest version (docs/methodology/series.md); intensities in gCO2eq/kWh with life-cycle and with
-- the operator's direct factors, null where the mix is not complete. A row is replaced when its values are corrected.
create table carbon_quarters (
  slot_start timestamptz not null primary key,
  generation_mw double precision,
  production_g_co2eq_per_kwh double precision,
  direct_g_co2eq_per_kwh double precision,
  updated_at timestamptz not null,
  -- 0 provisional, 1 of the operator's API, which does not say, 2 consolidated or definitive: the least final value of the slot.
  mix_finality smallint not null check (mix_finality between 0 and 2),
  carbon_version smallint not null,
  check (extract(epoch from slot_start) % 900 = 0)
);

-- The same of the mix of an hour; null where a program of the version before computed the hour, which then is computed again.
alter table hour_values add column mix_finality smallint check (mix_finality between 0 and 2);
create index hour_values_without_finality on hour_values (hour_start)
  where mix_finality is null and production_g_co2eq_per_kwh is not null;

-- What is stored already is computed after the upgrade, piece by piece.
insert into hour_requests (first_hour, last_hour, known_from)
select '-infinity', 'infinity', 'epoch' where exists (select from feed_values);
