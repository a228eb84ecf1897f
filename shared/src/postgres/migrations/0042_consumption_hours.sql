-- Carbon intensity of each hour with the imports of that hour (docs/methodology/history.md#hours-with-their-imports): every version that was computed, each with everything
-- that the formula adds up. A version is added when something changes, and none is ever updated, so that a forecast can be computed again from the hours that were known then.
create table consumption_hours (
  hour_start timestamptz not null,
  -- When this version was computed: it rests on the rows that were known then.
  known_from timestamptz not null,
  -- French production of the hour, MW, and its emissions by both rules, kg.
  production_mw double precision not null,
  production_kg_life_cycle double precision not null,
  production_kg_direct double precision not null,
  -- Of each border an array: country, net import in MW, intensity of the neighbour by both rules, its basis, and the start of the hour of its mix in ms.
  borders jsonb not null,
  -- Null while a border is unknown.
  import_mw double precision,
  imported_tonnes_life_cycle double precision,
  imported_tonnes_direct double precision,
  exports_mw double precision,
  domestic_share double precision,
  life_cycle_g_co2eq_per_kwh double precision,
  direct_g_co2_per_kwh double precision,
  -- The consumption value of the same hour with yearly intensities of the neighbours, as `/v1/carbon/intensity` serves it.
  yearly_g_co2eq_per_kwh double precision,
  -- Feed of the French mix, and how final its values were: 0 provisional, 1 of the operator's API, which gives no nature, 2 consolidated.
  mix_source text not null check (mix_source in ('generation_by_type', 'generation_mix_15min')),
  mix_finality smallint not null check (mix_finality between 0 and 2),
  methodology_version smallint not null,
  primary key (hour_start, known_from),
  check (extract(epoch from hour_start) % 3600 = 0)
);
