-- Regulated prices of households as the regulator publishes them, a row for each version of the prices of a subscribed power over a period of time. A
-- correction is a further version, never an overwritten one; one without prices says that the regulator has withdrawn the row.
create table regulated_prices (
  option text not null check (option in ('base', 'hphc', 'tempo')),
  subscribed_kva double precision not null check (subscribed_kva > 0),
  valid_from date not null,
  -- First day on which the prices no longer apply; null while they are in force.
  valid_to date check (valid_to > valid_from),
  -- All taxes included; null where the regulator gives no subscription.
  eur_per_month double precision check (eur_per_month > 0),
  -- By period, all taxes included.
  eur_per_kwh jsonb,
  payload_id bigint not null,
  known_from timestamptz not null,
  primary key (option, subscribed_kva, valid_from, known_from)
);

create index regulated_prices_payload on regulated_prices (payload_id);
