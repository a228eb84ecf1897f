-- Progress of the past that svc-ingest loads by itself. A content is what one publisher gives of a day: a row says whether every hour of that Paris day is
-- stored, and how many of the content's sources were asked for it. A day that every source was asked for is not asked for again.
create table past_days (
  content text not null,
  day date not null,
  is_known boolean not null,
  asked_sources smallint not null default 0,
  primary key (content, day)
);
-- One program at a time loads from a publisher. After a failure no program does before `not_before`.
create table past_loaders (
  publisher text primary key,
  holder text not null,
  held_until timestamptz not null,
  not_before timestamptz,
  failures int not null default 0
);
