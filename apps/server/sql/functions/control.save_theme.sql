create or replace function control.save_theme(of_team text, new_theme jsonb, moment timestamptz) returns integer
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.teams t set theme = new_theme, theme_revision = t.theme_revision + 1, updated_at = moment
   where t.id = of_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted'
  returning t.theme_revision
$$;

grant execute on function control.save_theme to learnt_app;
