-- Whether the outcome of a source's last call was noted. A call without one was lost with its program, or with the database: the
-- source is asked again soon, not at its next cadence, which may be a day away.
alter table source_calls add column is_answered boolean not null default true;
