-- Theme and navigation of the bound tenant's teams, or of one; locked until the transaction ends when they are read to
-- be changed.
create or replace function control.looks_of_teams(of_teams text[], for_change boolean)
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

grant execute on function control.looks_of_teams to learnt_app;
