-- The forecast of the consumption intensity: French production and the imports of the hour. Programs of the version before write null.
alter table forecast_issue_hours
  -- gCO2eq/kWh with life-cycle and with direct factors, p10 and p90, and the spread of ln(intensity) over similar hours.
  add column consumption_carbon real,
  add column consumption_carbon_low real,
  add column consumption_carbon_high real,
  add column consumption_carbon_spread real,
  add column direct_consumption_carbon real,
  add column direct_consumption_carbon_low real,
  add column direct_consumption_carbon_high real,
  add column direct_consumption_carbon_spread real;

-- Start of the newest hour whose imports were known at the issue; null when none was.
alter table forecast_issues add column newest_consumption_start timestamptz;

alter table realised_hours
  add column consumption_carbon double precision,
  add column direct_consumption_carbon double precision;

-- The new check is not compared with stored rows, which all satisfy the narrower one.
alter table forecast_error_days
  drop constraint forecast_error_days_quantity_check,
  add constraint forecast_error_days_quantity_check check (quantity in
    ('carbon', 'directCarbon', 'consumptionCarbon', 'directConsumptionCarbon', 'price', 'score')) not valid;
