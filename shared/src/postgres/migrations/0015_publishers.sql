-- Which publisher a row comes from: the operator, or an open source that backs it up. `nature` is the publisher's word for how final its value is.
-- A constant default changes the catalogue only, whatever the size of the tables.
alter table feed_values add column publisher text not null default 'rte', add column nature text;
alter table feed_documents add column publisher text not null default 'rte';
alter table quarantined_values add column publisher text not null default 'rte';
-- Who gave the newest values of a feed; null before any came.
alter table source_status add column publisher text;
update source_status set publisher = 'rte' where last_success_at is not null;

-- Finds the few slots that another publisher stood in for, so that the operator's polls ask for them at no cost.
create index feed_values_stand_in on feed_values (feed, slot_start) where publisher <> 'rte';

-- Real data are of one kind, with credentials or without: such a database may be used in both modes.
alter table data_stamp drop constraint data_stamp_mode_check;
alter table data_stamp add constraint data_stamp_mode_check check (mode in ('live', 'open', 'demo', 'replay'));

-- Calls of each open publisher by UTC day, for its budget.
create table publisher_calls (
  publisher text not null,
  day date not null,
  calls integer not null default 0,
  primary key (publisher, day)
);

-- Pace of each open publisher, which all programs share: the last call, and the instant before which it must not be called again.
create table publisher_pauses (
  publisher text primary key,
  last_call_at timestamptz,
  not_before timestamptz,
  refusals integer not null default 0,
  reason text,
  -- The publisher says that less than a tenth of its quota is left.
  is_quota_low boolean not null default false
);

-- Feeds that an open source gives at present because the source before it failed.
create table stand_ins (
  feed text primary key,
  dataset text not null,
  since timestamptz not null
);
