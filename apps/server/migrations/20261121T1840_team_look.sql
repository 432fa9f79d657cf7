-- A team's look and navigation from the pages of administrators, each saved over the revision that it builds on.

alter table control.teams add column theme_revision integer not null default 0;
alter table control.teams add column navigation_revision integer not null default 0;

-- The look and the navigation of the bound tenant's teams, or of one of them; locked until the transaction ends when
-- they are read to be changed.
create function control.looks_of_teams(of_teams text[], for_change boolean)
returns table (id text, display_name text, theme jsonb, theme_revision integer, side_navigation jsonb, navigation_revision integer)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  if for_change then
    perform from control.teams t
     where t.tenant_id = public.current_tenant() and t.id = any (of_teams) and t.status <> 'deleted'
     order by t.id for update;
  end if;
  return query
    select t.id, t.display_name, t.theme, t.theme_revision, t.side_navigation, t.navigation_revision
    from control.teams t
    where t.tenant_id = public.current_tenant() and t.status <> 'deleted' and (of_teams is null or t.id = any (of_teams))
    order by t.id <> t.tenant_id, t.id;
end $$;

create function control.save_theme(of_team text, new_theme jsonb, moment timestamptz) returns integer
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.teams t set theme = new_theme, theme_revision = t.theme_revision + 1, updated_at = moment
   where t.id = of_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted'
  returning t.theme_revision
$$;

-- Null: the product's own navigation.
create function control.save_navigation(of_team text, new_navigation jsonb, moment timestamptz) returns integer
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.teams t set side_navigation = new_navigation, navigation_revision = t.navigation_revision + 1, updated_at = moment
   where t.id = of_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted'
  returning t.navigation_revision
$$;

do $$
declare
  made text;
begin
  foreach made in array array['looks_of_teams', 'save_theme', 'save_navigation'] loop
    execute format('revoke all on function control.%I from public', made);
    execute format('grant execute on function control.%I to learnt_app', made);
  end loop;
end $$;
