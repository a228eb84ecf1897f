-- When each source was last asked, in real time, and as which application (a digest of its client id): a restart must not
-- break the publisher's minimum interval, which is counted per application.
create table source_calls (
  source text primary key,
  application text not null,
  last_call_at timestamptz not null
) with (fillfactor = 50);

-- Rows that are updated at every poll find room on their own page: the update then touches no index.
alter table source_status set (fillfactor = 50);
alter table live_snapshots set (fillfactor = 50);

-- Pieces of an unfinished backfill that are done; a backfill that has done all of its pieces deletes them.
create table backfill_pieces (
  feed text not null,
  window_start timestamptz not null,
  window_end timestamptz not null,
  changed_slots integer not null,
  done_at timestamptz not null default now(),
  primary key (feed, window_start, window_end)
);

-- Paris days with missing slots that were asked for again: a slot that the publisher never had is not asked for ever.
create table gap_attempts (
  feed text not null,
  day date not null,
  attempts integer not null,
  last_attempt_at timestamptz not null,
  primary key (feed, day)
);

-- Payloads that outlive their month because a stored value came from them (see docs/operations.md, "Size and retention").
create table kept_payloads (
  id bigint primary key,
  source text not null,
  content_sha256 bytea not null,
  body_zstd bytea not null,
  body_bytes integer not null,
  first_fetched_at timestamptz not null
);

-- Which payloads are referred to is asked once per month of payloads. Payload ids grow with the rows of a partition, so that
-- a range index of some pages answers it.
create index feed_values_payload on feed_values using brin (payload_id) with (pages_per_range = 16);
create index feed_documents_payload on feed_documents (payload_id);
create index quarantined_values_seen on quarantined_values (seen_at);

-- Payloads come compressed: trying to compress them again costs time and saves nothing.
alter table raw_payloads alter column body_zstd set storage external;
alter table kept_payloads alter column body_zstd set storage external;
