-- What went wrong on an installation, as the page /etat lists it: a row for each time that a source was late, missing or replaced, that there was no score or
-- forecast, or that svc-ingest did not run. A subject that recovers and fails again within hours stays one row.
create table incidents (
  id bigint generated always as identity primary key,
  subject text not null,
  -- The worst state while it lasted.
  state text not null check (state in ('fallback', 'late', 'missing', 'interrupted')),
  started_at timestamptz not null,
  -- Null while it lasts.
  ended_at timestamptz check (ended_at >= started_at),
  occurrences integer not null default 1 check (occurrences > 0)
);

create unique index incidents_open on incidents (subject) where ended_at is null;
create index incidents_started on incidents (started_at);

-- The newest check of the whole installation, in the one row: a long time without a check is an incident too.
create table incident_watch (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null,
  -- Until then sources may be late because svc-ingest has only just started.
  settles_at timestamptz not null,
  -- Subjects that were seen without fault: only they can become late or missing.
  seen_well text[] not null
);
