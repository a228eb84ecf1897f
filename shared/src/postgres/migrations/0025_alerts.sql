-- What a member wants to be told of. The condition is as the member wrote it (shared/src/alerts/alert-conditions.ts); what statements compare stands
-- in generated columns beside it. Secrets of webhooks are not stored: they are derived from a setting, the id and `secret_generation`.
create table alert_subscriptions (
  id text primary key check (id ~ '^als_[0-9a-f]{24}$'),
  account_id text not null references accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  condition jsonb not null check (jsonb_typeof(condition) = 'object' and length(condition::text) <= 1000),
  kind text not null generated always as (condition ->> 'kind') stored,
  side text generated always as (condition ->> 'side') stored,
  threshold double precision generated always as ((condition ->> 'threshold')::double precision) stored,
  channel text not null check (channel in ('webhook', 'email')),
  -- Address of the receiver; mail goes to the member's own address, which is not repeated here.
  url text check (length(url) <= 500),
  language text not null check (language in ('fr', 'en')),
  state text not null default 'active' check (state in ('active', 'disabled')),
  disabled_at timestamptz,
  -- When the member was told by mail that it was disabled.
  disabled_notice_at timestamptz,
  -- Deliveries in a row that were given up.
  consecutive_failures int not null default 0 check (consecutive_failures >= 0),
  -- Whether crossing the threshold fires; null until the first evaluation, which never fires.
  is_armed boolean,
  -- Day, or month and threshold, that it last fired for.
  fired_for text,
  fired_at timestamptz,
  last_sequence bigint not null default 0,
  secret_generation int not null default 1,
  secret_rotated_at timestamptz,
  -- Which signing key the secret is derived from: the beginning of the key's hash.
  secret_key_id text,
  -- The one worker that sends for it, until when.
  claimed_by text,
  claimed_until timestamptz,
  check ((channel = 'webhook') = (url is not null)),
  check ((channel = 'webhook') = (secret_key_id is not null))
);
create index alert_subscriptions_account on alert_subscriptions (account_id, created_at);
create index alert_subscriptions_evaluated on alert_subscriptions (kind, side, threshold) where state = 'active';
create index alert_subscriptions_untold on alert_subscriptions (disabled_at) where state = 'disabled' and disabled_notice_at is null;

-- Every message of a subscription, sent strictly in the order of its sequence: a delivery waits for the one before it.
create table alert_deliveries (
  subscription_id text not null references alert_subscriptions (id) on delete cascade,
  sequence bigint not null,
  -- The `webhook-id`: a message that is sent again keeps it.
  message_id text not null check (message_id ~ '^msg_[0-9a-f]{24}$'),
  -- Evaluated, or asked for by the member.
  origin text not null check (origin in ('event', 'test', 'replay')),
  body text not null check (length(body) <= 4096),
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  last_status int,
  last_error text check (length(last_error) <= 100),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (subscription_id, sequence)
);
create index alert_deliveries_pending on alert_deliveries (subscription_id, sequence, next_attempt_at) where state = 'pending';
create index alert_deliveries_created on alert_deliveries (created_at);
