create or replace function control.use_identity(of_provider uuid, of_subject text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.identities set last_used_at = moment where provider_id = of_provider and subject = of_subject
$$;

grant execute on function control.use_identity to learnt_app;
