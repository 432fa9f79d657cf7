-- How many people and courses there are, without reading them all for every page of a list. Each statement that changes
-- them appends what it changed, in its own transaction; a round adds that up. Sum of both = a count, at any moment.
-- A number beside a list and nothing else: no rule of the product rests on it.

create table list_counts (
  tenant_id text not null,
  list text not null constraint counted_list_is_known check (list in ('members', 'courses')),
  -- '' where the rows are no team's.
  team_id text not null,
  status text not null,
  amount bigint not null,
  primary key (tenant_id, list, team_id, status)
);
select make_tenant_table('list_counts');

create table list_count_deltas (
  tenant_id text not null,
  id uuid not null default gen_random_uuid(),
  list text not null,
  team_id text not null,
  status text not null,
  change bigint not null,
  primary key (tenant_id, id)
);
select make_tenant_table('list_count_deltas', true, '{select}');
-- Whoever writes rows, a restore of many tenants among them: the rows say whose they are.
select let_owner_cross('list_count_deltas', 'insert');

create function control.count_list_rows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- The names of the two tables are there for some operations only.
  if tg_op = 'INSERT' and tg_table_name = 'memberships' then
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, 'members', team_id, status, count(*) from became group by 1, 3, 4;
  elsif tg_op = 'DELETE' and tg_table_name = 'memberships' then
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, 'members', team_id, status, -count(*) from was group by 1, 3, 4;
  elsif tg_table_name = 'memberships' then
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, 'members', team_id, status, sum(sign) from (
      select tenant_id, team_id, status, 1 as sign from became union all select tenant_id, team_id, status, -1 from was
    ) rows group by 1, 3, 4 having sum(sign) <> 0;
  elsif tg_op = 'INSERT' then
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, 'courses', '', status, count(*) from became group by 1, 4;
  elsif tg_op = 'DELETE' then
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, 'courses', '', status, -count(*) from was group by 1, 4;
  else
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, 'courses', '', status, sum(sign) from (
      select tenant_id, status, 1 as sign from became union all select tenant_id, status, -1 from was
    ) rows group by 1, 4 having sum(sign) <> 0;
  end if;
  return null;
end $$;
revoke all on function control.count_list_rows() from public;

-- From here to the end of this migration nobody changes them, so that the first count misses nothing.
create trigger count_inserted after insert on memberships referencing new table as became
  for each statement execute function control.count_list_rows();
create trigger count_updated after update on memberships referencing old table as was new table as became
  for each statement execute function control.count_list_rows();
create trigger count_deleted after delete on memberships referencing old table as was
  for each statement execute function control.count_list_rows();
create trigger count_inserted after insert on courses referencing new table as became
  for each statement execute function control.count_list_rows();
create trigger count_updated after update on courses referencing old table as was new table as became
  for each statement execute function control.count_list_rows();
create trigger count_deleted after delete on courses referencing old table as was
  for each statement execute function control.count_list_rows();

alter table memberships no force row level security;
alter table courses no force row level security;
alter table list_counts no force row level security;
insert into list_counts (tenant_id, list, team_id, status, amount)
select tenant_id, 'members', team_id, status, count(*) from memberships group by 1, 3, 4
union all
select tenant_id, 'courses', '', status, count(*) from courses group by 1, 4;
alter table memberships force row level security;
alter table courses force row level security;
alter table list_counts force row level security;

-- Planned into the statement instead of called: every table of every statement asks for the bound tenant.
create function public.no_tenant() returns text
  language plpgsql stable parallel safe
as $$
begin
  raise exception 'No tenant is bound to this transaction' using errcode = 'LN001';
end $$;
revoke all on function public.no_tenant() from public;
grant execute on function public.no_tenant() to learnt_app, learnt_relay, learnt_search;
create or replace function public.current_tenant() returns text
  language sql stable parallel safe
as $$ select coalesce(nullif(pg_catalog.current_setting('app.tenant_id', true), ''), public.no_tenant()) $$;
