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

-- How the forecast of an issue was made, and the start of the newest hour whose imports were known; null when none were.
alter table forecast_issues
  add column consumption_method text check (consumption_method in ('similar_hours', 'last_difference')),
  add column newest_consumption_start timestamptz;

alter table realised_hours
  add column consumption_carbon double precision,
  add column direct_consumption_carbon double precision;

-- The new check is not compared with stored rows, which all satisfy the narrower one.
alter table forecast_error_days
  drop constraint forecast_error_days_quantity_check,
  add constraint forecast_error_days_quantity_check check (quantity in
    ('carbon', 'directCarbon', 'consumptionCarbon', 'directConsumptionCarbon', 'price', 'score')) not valid;
