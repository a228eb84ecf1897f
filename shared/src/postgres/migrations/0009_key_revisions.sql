-- Every change of a key gets the next revision, so that each gateway finds what changed since it last looked, with or without Redis.
-- The counter is a row and no sequence: its lock makes changes commit in the order of their revisions, so that none can appear behind one
-- that was seen. Triggers, so that a change made by hand, or by a program that knows nothing of revisions, is seen as well.
create table key_revision (
  revision bigint not null,
  is_only_row boolean primary key default true check (is_only_row)
);

-- The keys that are there get revisions of their own, before there are triggers: one by one they would take long.
alter table api_keys add column revision bigint not null default 0;
update api_keys k set revision = numbered.revision
from (select id, row_number() over (order by created_at, id) as revision from api_keys) as numbered
where k.id = numbered.id;
insert into key_revision (revision) select count(*) from api_keys;
create unique index api_keys_revision on api_keys (revision);

create function give_key_revision() returns trigger language plpgsql as $$
begin
  update key_revision set revision = revision + 1 returning revision into new.revision;
  return new;
end $$;
create trigger api_keys_revision before insert or update on api_keys
  for each row execute function give_key_revision();

-- The plan stands at the account, and its keys are what gateways know.
create function give_account_keys_revisions() returns trigger language plpgsql as $$
begin
  update api_keys set revision = revision where account_id = new.id;
  return null;
end $$;
create trigger accounts_plan_revision after update of plan on accounts
  for each row when (old.plan is distinct from new.plan) execute function give_account_keys_revisions();
