-- What a feed publishes that is not a number over a slot (signal of a day with its message, unavailability message): every
-- version of every document, never updated in place. `key` is the publisher's own identity of the document.
create table feed_documents (
  feed text not null,
  key text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  body jsonb not null,
  source_updated_at timestamptz,
  known_from timestamptz not null,
  payload_id bigint not null,
  primary key (feed, key, known_from),
  check (valid_to >= valid_from)
);
create index feed_documents_valid on feed_documents (feed, valid_to, valid_from);

-- Spans of slots whose values changed and whose consequences are still to be recomputed: written in the transaction of the
-- change, so that a crash cannot lose one, and deleted when the recomputation is done.
create table recomputations (
  id bigint generated always as identity primary key,
  feed text not null,
  first_slot timestamptz not null,
  last_slot timestamptz not null,
  known_from timestamptz not null
);
