-- The last requests of an account, for its member. A request's row has a slot, and a slot holds one row: the newest requests replace the oldest, so that an
-- account never has more rows than slots. Neither address, query nor key is stored.
create table account_requests (
  account_id text not null,
  slot smallint not null check (slot between 0 and 9999),
  received_at timestamptz not null,
  -- Id of the operation in the contract.
  operation text not null,
  -- Without a reference: a row outlives its key.
  key_id text not null,
  status smallint not null check (status between 100 and 599),
  -- Code of the refusal; null = no problem was answered.
  problem text,
  duration_ms real not null check (duration_ms >= 0),
  request_id text not null,
  primary key (account_id, slot)
);
-- The page reads the newest rows first; the removal of old rows the oldest.
create index account_requests_by_time on account_requests (account_id, received_at, slot);

-- How many requests of an account were stored so far, from which the next slot follows. A deleted member's account stores no more.
create table account_request_counts (
  account_id text primary key references accounts (id),
  stored bigint not null check (stored >= 0),
  is_erased boolean not null default false
);

-- A deleted member's requests are removed in the same transaction, also by programs of the version before. It runs with the rights of the owner: svc-web
-- only reads the table. A gateway that stores requests at that moment waits for the row, and then finds it erased.
create function erase_account_requests() returns trigger language plpgsql security definer as $$
begin
  insert into account_request_counts as counts (account_id, stored, is_erased) values (old.account_id, 0, true)
    on conflict (account_id) do update set is_erased = true;
  delete from account_requests where account_id = old.account_id;
  return null;
end $$;

create trigger members_erase_account_requests after delete on members for each row execute function erase_account_requests();

do $$ begin
  execute format('alter function erase_account_requests() set search_path = %I, pg_temp', current_schema());
end $$;
