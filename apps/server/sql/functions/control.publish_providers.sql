-- Copies what pages may show of a team's providers before sign-in into the team's row.
create or replace function control.publish_providers(of_team text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.teams t
     set auth_providers = coalesce((
           select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'color', p.color, 'kind', p.kind) order by p.created_at, p.id)
           from control.providers p where p.team_id = t.id and p.is_enabled), '[]'),
         updated_at = moment
   where t.id = of_team
$$;

grant execute on function control.publish_providers to learnt_app;
