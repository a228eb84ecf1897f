-- Who made the points of an hour or a day, and whether one of them rests on a feed that was late or missing: counted beside the other
-- sums, so that coverage and the headers of a history look at no point.

-- Whether a feed that the confidence weighs was late or missing (phi below 1) when a point was computed. The tariff calendar has no weight.
create function uses_late_feed(inputs jsonb) returns boolean language sql immutable parallel safe
  return (inputs - 'tariff_calendar') @? '$.*.phi ? (@ < 1)';

-- Points that are stored meanwhile would be missing from the counts: their writers wait, readers do not until the columns are added.
lock table score_hours, score_days in share row exclusive mode;
create temporary table point_counts on commit drop as
  select date_bin('1 hour', at, 'epoch') as hour_start, score_version, carbon_version, confidence_version,
    coalesce(consumption_version, 0) as consumption_version, count(*) filter (where provenance = 'backfilled') as backfilled,
    count(*) filter (where uses_late_feed(inputs)) as late_feed, min(at) filter (where provenance = 'live') as first_live_at
  from score_points group by 1, 2, 3, 4, 5;

alter table score_hours
  add column backfilled_samples smallint not null default 0,
  add column late_feed_samples smallint not null default 0;
alter table score_days
  add column backfilled_points smallint not null default 0,
  add column first_live_at timestamptz;

update score_hours set backfilled_samples = backfilled, late_feed_samples = late_feed
from point_counts as counted
where score_hours.hour_start = counted.hour_start and score_hours.score_version = counted.score_version
  and score_hours.carbon_version = counted.carbon_version and score_hours.confidence_version = counted.confidence_version
  and score_hours.consumption_version = counted.consumption_version and (backfilled > 0 or late_feed > 0);
update score_days set backfilled_points = counted.backfilled, first_live_at = counted.first_live_at
from (
  select (hour_start at time zone 'UTC')::date as day, sum(backfilled) as backfilled, min(first_live_at) as first_live_at
  from point_counts group by 1
) as counted
where score_days.day = counted.day;

create index score_hours_late_feed on score_hours (hour_start) where late_feed_samples > 0;
