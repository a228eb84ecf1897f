-- The zone (country or region) whose data this database holds. What was stored before there were zones is France, and a program of the
-- version before this one, which names no zone, stores nothing else.
alter table data_stamp add column zone text not null default 'FR'
  check (zone ~ '^[A-Z]{2}(-[A-Z0-9]{1,4}){0,2}$');
