-- Answers to an account by UTC day, API key and status. key_id '' holds the requests that a gateway counted without their key, because it had no room
-- for another one. The bill is that of usage_months; these rows explain it. No reference to api_keys: a row outlives its key.
create table usage_days (
  account_id text not null references accounts (id),
  day date not null,
  key_id text not null,
  ok bigint not null check (ok >= 0),
  not_modified bigint not null check (not_modified >= 0),
  refused bigint not null check (refused >= 0),
  limited bigint not null check (limited >= 0),
  failed bigint not null check (failed >= 0),
  primary key (account_id, day, key_id)
);
-- For the removal of old days: rows lie in the order of their days.
create index usage_days_by_day on usage_days using brin (day);

-- The last batch of counts that each run of a gateway process has added to usage_days: a batch is never added twice.
create table usage_day_batches (
  run_id text primary key,
  batch bigint not null,
  applied_at timestamptz not null default now()
);
