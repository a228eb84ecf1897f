-- The furthest plan that an account has had in the month, which the bill's base price and cap come from, and how many requests lay beyond the
-- quota, by the plan that prices them: a later change of plan must not price anew what was served. All are null in rows of before, which are
-- priced as they were: what lies beyond the quota of `plan`, at its price.
alter table usage_months
  add column highest_plan text check (highest_plan in ('decouverte', 'pro', 'scale')),
  add column overage_decouverte bigint check (overage_decouverte >= 0),
  add column overage_pro bigint check (overage_pro >= 0),
  add column overage_scale bigint check (overage_scale >= 0);

-- Of two plans the one that costs more; a null is none.
create function higher_plan(one text, other text) returns text language sql immutable as $$
  select case
    when array_position(array['decouverte', 'pro', 'scale'], one) > array_position(array['decouverte', 'pro', 'scale'], other) then one
    else coalesce(other, one)
  end
$$;
