-- The columns of a team's HR feed.
create or replace function control.feed_headings(of_team text) returns jsonb
language sql stable security definer set search_path = control, pg_temp as $$
  select case when jsonb_typeof(t.feed_headings) = 'array' then t.feed_headings else '[]' end
  from control.teams t where t.id = of_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted'
$$;

grant execute on function control.feed_headings to learnt_app;
