-- The body of a payload may stand in object storage, under its SHA-256: then the row has none.
alter table raw_payloads alter column body_zstd drop not null;
alter table kept_payloads alter column body_zstd drop not null;

-- Before an object is removed: does any row refer to it?
create index raw_payloads_objects on raw_payloads (content_sha256) where body_zstd is null;
create index kept_payloads_objects on kept_payloads (content_sha256) where body_zstd is null;

-- Objects that perhaps no row refers to: noted before one is written (the row of its payload takes the note away), and when the last row of a payload
-- goes. One that is still noted a day later, and that no row refers to, is removed. In real time: object storage knows no other.
create table loose_objects (
  content_sha256 bytea primary key,
  since timestamptz not null default now()
);
create index loose_objects_since on loose_objects (since);
