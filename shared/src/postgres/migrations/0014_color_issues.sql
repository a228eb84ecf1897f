-- The outlook of the tariff's colours as it was issued: one issue whenever anything in it changed, written once. The rule for white days that seem not to
-- exist rests on it, and so does every later judgement: it cannot be made afterwards.
create table color_issues (
  issued_at timestamptz not null primary key,
  methodology_version smallint not null,
  -- A: forecasts of net load; B: realised net load; C: colours alone.
  variant text not null check (variant in ('A', 'B', 'C')),
  -- Days of the season that were left after the published ones.
  red_left smallint not null,
  white_left smallint not null
);

-- The tariff days of an issue (06:00 to 06:00 in Paris): lead 0 is the one in force.
create table color_issue_days (
  issued_at timestamptz not null references color_issues,
  day date not null,
  lead_days smallint not null,
  -- The published colour; null where it was not published when the outlook was issued.
  color text check (color in ('BLUE', 'WHITE', 'RED')),
  blue double precision not null,
  white double precision not null,
  red double precision not null,
  primary key (issued_at, day)
);
create index color_issue_days_by_day on color_issue_days (day, issued_at);
