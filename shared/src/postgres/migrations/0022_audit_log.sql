-- Every change of rights or money, written in the transaction of the change. Rows name accounts, keys and members by their ids alone: no key, token or
-- address of a person stands here, so that a row may outlive what it names. No foreign key for the same reason.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('member', 'operator', 'provider', 'system')),
  actor_id text not null check (length(actor_id) between 1 and 200),
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  account_id text,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and length(details::text) <= 4000)
);
create index audit_log_account on audit_log (account_id, id);
create index audit_log_action on audit_log (action, id);
create index audit_log_at on audit_log (at);

-- Append-only for whoever may write to the table, its owner included; a statement that changes nothing is refused as well.
create function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_log_change();
