-- With a weather forecast, issues reach 72 hours: three checks allow the further leads. The new checks are not compared with stored rows, which
-- all satisfy the narrower ones, so that no large table is read under a lock.
alter table forecast_points
  drop constraint forecast_points_lead_hours_check,
  add constraint forecast_points_lead_hours_check check (lead_hours between 1 and 72) not valid;

alter table forecast_issue_hours
  drop constraint forecast_issue_hours_lead_hours_check,
  add constraint forecast_issue_hours_lead_hours_check check (lead_hours between 0 and 72) not valid;

alter table forecast_error_days
  drop constraint forecast_error_days_last_lead_hours_check,
  add constraint forecast_error_days_last_lead_hours_check check (last_lead_hours in (6, 24, 48, 72)) not valid;
