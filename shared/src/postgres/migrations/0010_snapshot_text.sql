-- A snapshot that is read from here must be the same text as the one in Redis, in the same order of members: tags of answers are made of
-- it, and jsonb orders anew.
alter table live_snapshots alter column body type json using body::json;
