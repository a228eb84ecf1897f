-- The operator's intensity of consumption is also compared with the hourly consumption-based intensity, per border and net of the whole balance.
-- The new check is not compared with stored rows, which all satisfy the narrower one.
alter table intensity_difference_days
  drop constraint intensity_difference_days_boundary_check,
  add constraint intensity_difference_days_boundary_check check (boundary in
    ('production', 'consumption', 'hourlyConsumption', 'hourlyConsumptionNetOfBalance')) not valid;
