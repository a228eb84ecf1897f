-- Changes of plan that members ask for. An account has one open request at most; the operator decides it, or the account comes to that plan otherwise.
create table plan_requests (
  id text primary key,
  account_id text not null references accounts (id),
  plan text not null check (plan in ('decouverte', 'pro', 'scale')),
  state text not null default 'open' check (state in ('open', 'approved', 'refused', 'withdrawn')),
  requested_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null))
);
create unique index plan_requests_open on plan_requests (account_id) where state = 'open';
create index plan_requests_account on plan_requests (account_id, requested_at);

-- Events of the payment provider that were processed: each counts once, however often it is delivered.
create table billing_events (
  id text primary key,
  kind text not null,
  -- When the provider made it, by the provider's clock.
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);

-- The newest state of each subscription. The account is null until the checkout that names it has been received: events come in any order.
create table billing_subscriptions (
  id text primary key,
  account_id text references accounts (id),
  -- The plan that it pays for; null = it is not paid for at present, or its price is not known yet.
  plan text check (plan in ('decouverte', 'pro', 'scale')),
  is_ended boolean not null default false,
  -- When the provider made the event that this state comes from; null = none came yet. An older event changes nothing.
  state_at timestamptz
);
create index billing_subscriptions_account on billing_subscriptions (account_id);
