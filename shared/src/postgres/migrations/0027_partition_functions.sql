-- svc-ingest makes and drops the partitions of a month without owning a table: these two functions run with the rights of the owner of the schema, and do
-- nothing else. Who may call them is granted by the command `migrate` (shared/src/postgres/roles/).
create function create_month_partition(parent text, month date) returns void language plpgsql security definer as $$
declare
  partition text := parent || to_char(month, '_YYYY_MM');
begin
  if month <> date_trunc('month', month) or not exists (
    select from pg_class where oid = to_regclass(format('%I.%I', current_schema(), parent)) and relkind = 'p'
  ) then
    raise exception '% of % is no partition by month', month, parent using errcode = 'invalid_parameter_value';
  end if;
  -- The number that programs without this function lock.
  perform pg_advisory_xact_lock(18520);
  execute format('create table if not exists %I.%I partition of %I.%I for values from (%L) to (%L)', current_schema(), partition,
    current_schema(), parent, month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
end $$;

create function drop_payload_month(month date) returns void language plpgsql security definer as $$
begin
  execute format('drop table %I.%I', current_schema(), 'raw_payloads' || to_char(month, '_YYYY_MM'));
end $$;

-- Nobody but the owner may create anything in this schema, and the names of a caller's session are looked up last.
do $$ begin
  execute format('alter function create_month_partition(text, date) set search_path = %I, pg_temp', current_schema());
  execute format('alter function drop_payload_month(date) set search_path = %I, pg_temp', current_schema());
end $$;
