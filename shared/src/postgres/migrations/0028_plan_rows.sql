-- The plans are those of the plan table, to which an operator may add rows: SQL checks the shape of an id, and takes the order of the plans as an argument.
-- The old checks were stricter: rows that exist need no validation, which would hold the tables.
alter table accounts drop constraint accounts_plan_check,
  add constraint accounts_plan_shape check (plan ~ '^[a-z][a-z0-9]{0,31}$') not valid;
alter table plan_requests drop constraint plan_requests_plan_check,
  add constraint plan_requests_plan_shape check (plan ~ '^[a-z][a-z0-9]{0,31}$') not valid;
alter table billing_subscriptions drop constraint billing_subscriptions_plan_check,
  add constraint billing_subscriptions_plan_shape check (plan ~ '^[a-z][a-z0-9]{0,31}$') not valid;
-- overage_counted: false in rows of before requests beyond the quota were counted (migration 0011). A row without any request has none beyond a quota.
alter table usage_months drop constraint usage_months_plan_check, drop constraint usage_months_highest_plan_check,
  add constraint usage_months_plan_shape check (plan ~ '^[a-z][a-z0-9]{0,31}$') not valid,
  add constraint usage_months_highest_plan_shape check (highest_plan ~ '^[a-z][a-z0-9]{0,31}$') not valid,
  add column overage_counted boolean not null default true;
update usage_months set overage_counted = false where overage_pro is null and requests > 0;

-- Requests of a month beyond the quota, by the plan that prices them; a plan without any has no row. Counts only ever grow.
create table usage_overage (
  account_id text not null,
  month date not null,
  plan text not null check (plan ~ '^[a-z][a-z0-9]{0,31}$'),
  requests bigint not null check (requests >= 0),
  primary key (account_id, month, plan),
  foreign key (account_id, month) references usage_months (account_id, month)
);
insert into usage_overage (account_id, month, plan, requests)
select u.account_id, u.month, counted.plan, counted.requests
from usage_months u cross join lateral (values
  ('decouverte', u.overage_decouverte), ('pro', u.overage_pro), ('scale', u.overage_scale)) as counted (plan, requests)
where counted.requests > 0;

-- The larger of a plan that is stored and another one. A plan that is not in the list of the caller's plans does not take the place of the stored one, nor
-- does another plan take its place.
create function larger_plan(stored text, other text, smallest_first text[]) returns text language sql immutable as $$
  select case
    when array_position(smallest_first, other) > array_position(smallest_first, stored) then other
    else coalesce(stored, other)
  end
$$;

-- Notes in the running month, in the transaction of a change of plan, that the account has had both plans. With the rights of the owner: the program that
-- changes plans may not write usage otherwise.
create function note_month_plan(of_account text, plan_before text, plan_after text, smallest_first text[]) returns void
language sql security definer as $$
  insert into usage_months as stored (account_id, month, requests, plan, highest_plan)
  values (of_account, date_trunc('month', now())::date, 0, plan_after, larger_plan(plan_before, plan_after, smallest_first))
  on conflict (account_id, month) do update set plan = excluded.plan, flushed_at = now(),
    highest_plan = larger_plan(coalesce(stored.highest_plan, stored.plan), excluded.highest_plan, smallest_first)
$$;
do $$ begin
  execute format('alter function note_month_plan(text, text, text, text[]) set search_path = %I, pg_temp', current_schema());
end $$;

-- Until the release after this one: programs of the release before read and write three columns of usage_months. What is written to the columns is written
-- to the rows and the reverse, the larger of both each time; the columns are null only where nothing was counted.
create function complete_overage_columns() returns trigger language plpgsql as $$
begin
  if new.overage_pro is not null then
    new.overage_counted := true;
  end if;
  if new.overage_counted then
    new.overage_decouverte := coalesce(new.overage_decouverte, 0);
    new.overage_pro := coalesce(new.overage_pro, 0);
    new.overage_scale := coalesce(new.overage_scale, 0);
  end if;
  return new;
end $$;
create trigger usage_months_overage_columns before insert or update on usage_months
  for each row execute function complete_overage_columns();

create function copy_overage_to_rows() returns trigger language plpgsql as $$
begin
  insert into usage_overage as stored (account_id, month, plan, requests)
  select new.account_id, new.month, counted.plan, counted.requests
  from (values
    ('decouverte', new.overage_decouverte), ('pro', new.overage_pro), ('scale', new.overage_scale)) as counted (plan, requests)
  where counted.requests > 0
  on conflict (account_id, month, plan) do update set requests = excluded.requests where stored.requests < excluded.requests;
  return null;
end $$;
create trigger usage_months_overage_rows after insert or update of overage_decouverte, overage_pro, overage_scale on usage_months
  for each row when (greatest(new.overage_decouverte, new.overage_pro, new.overage_scale) > 0)
  execute function copy_overage_to_rows();

create function copy_overage_to_columns() returns trigger language plpgsql as $$
begin
  update usage_months u set
    overage_decouverte = greatest(u.overage_decouverte, case when new.plan = 'decouverte' then new.requests end),
    overage_pro = greatest(u.overage_pro, case when new.plan = 'pro' then new.requests end),
    overage_scale = greatest(u.overage_scale, case when new.plan = 'scale' then new.requests end)
  where u.account_id = new.account_id and u.month = new.month
    and case new.plan when 'decouverte' then u.overage_decouverte when 'pro' then u.overage_pro when 'scale' then u.overage_scale end
      < new.requests;
  return null;
end $$;
create trigger usage_overage_columns after insert or update on usage_overage
  for each row execute function copy_overage_to_columns();
