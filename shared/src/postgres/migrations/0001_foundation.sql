-- One row: what kind of data this database holds. Invented rows never stand beside real ones.
create table data_stamp (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('live', 'demo', 'replay')),
  stamped_at timestamptz not null default now()
);

-- Every payload once, compressed, as it came: the ground of every audit. By month, so that retention drops whole partitions.
create sequence raw_payload_id;
create table raw_payloads (
  id bigint not null default nextval('raw_payload_id'),
  source text not null,
  content_sha256 bytea not null,
  body_zstd bytea not null,
  body_bytes integer not null,
  first_fetched_at timestamptz not null,
  primary key (id, first_fetched_at)
) partition by range (first_fetched_at);
create index raw_payloads_content on raw_payloads (source, content_sha256);

-- Every version of every value of the numeric feeds. A version is never updated: what was known at T is a query on known_from.
create table feed_values (
  feed text not null,
  series text not null,
  slot_start timestamptz not null,
  slot_end timestamptz not null,
  value double precision not null,
  source_updated_at timestamptz,
  known_from timestamptz not null,
  payload_id bigint not null,
  primary key (feed, slot_start, series, known_from),
  check (slot_end > slot_start),
  check (value between -1e9 and 1e9)
) partition by range (slot_start);

-- Values that were refused, with the reason: kept for the operator, never served.
create table quarantined_values (
  feed text not null,
  series text not null,
  slot_start timestamptz not null,
  slot_end timestamptz not null,
  value double precision not null,
  reason text not null,
  seen_at timestamptz not null,
  payload_id bigint not null,
  primary key (feed, series, slot_start, value, reason)
);

-- Freshness of each source, one row each.
create table source_status (
  source text primary key,
  last_attempt_at timestamptz not null,
  last_success_at timestamptz,
  newest_slot_end timestamptz,
  consecutive_failures integer not null default 0,
  last_error text,
  is_demo boolean not null default false,
  note text
);

-- Sets of emission factors: immutable content, newest known one applies. A failed synchronisation adds nothing.
create table emission_factor_sets (
  id bigint generated always as identity primary key,
  source text not null,
  license text not null,
  database_version text not null,
  factors jsonb not null,
  known_from timestamptz not null,
  last_synced_at timestamptz not null
);

-- Yearly intensities of exporting countries. A revised past year is another row, never an overwritten one.
create table country_intensities (
  country text not null,
  year integer not null,
  vintage text not null,
  g_co2eq_per_kwh double precision not null check (g_co2eq_per_kwh >= 0),
  source text not null,
  known_from timestamptz not null,
  primary key (country, year, vintage, known_from)
);

-- The newest computed snapshots, also in Redis: a service answers from here when Redis has lost them.
create table live_snapshots (
  name text primary key,
  body jsonb not null,
  computed_at timestamptz not null
);

create table accounts (
  id text primary key,
  name text not null unique,
  plan text not null check (plan in ('decouverte', 'pro', 'scale')),
  created_at timestamptz not null default now()
);

-- Keys are stored as SHA-256; the key itself is shown once and is nowhere else.
create table api_keys (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  key_sha256 text not null unique,
  prefix text not null,
  last4 text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_account on api_keys (account_id);
