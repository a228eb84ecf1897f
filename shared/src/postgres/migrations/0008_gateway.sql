-- A key that was rotated stays valid until its expires_at, beside the one that takes its place; it no longer counts as a key of the plan.
alter table api_keys add column replaced_by text references api_keys (id);

-- What an account used in a calendar month (UTC): answers with status 200. The plan is that of the last flush, so that a later change of
-- plan does not price a past month anew. Counts only ever grow.
create table usage_months (
  account_id text not null references accounts (id),
  month date not null check (extract(day from month) = 1),
  requests bigint not null check (requests >= 0),
  plan text not null check (plan in ('decouverte', 'pro', 'scale')),
  flushed_at timestamptz not null default now(),
  primary key (account_id, month)
);
