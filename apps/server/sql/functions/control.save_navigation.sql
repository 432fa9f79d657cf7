-- Null restores the product's own navigation.
create or replace function control.save_navigation(of_team text, new_navigation jsonb, moment timestamptz) returns integer
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.teams t set side_navigation = new_navigation, navigation_revision = t.navigation_revision + 1, updated_at = moment
   where t.id = of_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted'
  returning t.navigation_revision
$$;

grant execute on function control.save_navigation to learnt_app;
