-- Version 3 of the forecast corrects its intensities by what earlier issues missed. The errors that teach are those of the intensity before the
-- correction, so that it is kept beside the one that was served, with what the correction rested on; null in issues of version 2, and without a mix.
alter table forecast_issue_hours
  -- gCO2eq/kWh of the projected mix, and of the same hour of the newest known day.
  add column uncorrected_carbon real,
  add column carbon_same_hour real,
  -- Means of ln(actual / uncorrected) over the last day, and at the same hour over the last 28 days.
  add column carbon_recent_error real,
  add column carbon_hour_bias real,
  add column uncorrected_direct_carbon real,
  add column direct_carbon_same_hour real,
  add column direct_carbon_recent_error real,
  add column direct_carbon_hour_bias real;

-- What the errors up to the first issue of a Paris day have taught, by factor set and lead bucket; null in every other issue.
alter table forecast_issues add column ridge_state jsonb;
