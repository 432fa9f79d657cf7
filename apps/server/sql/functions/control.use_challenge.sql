create or replace function control.use_challenge(challenge bytea, until timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  insert into control.used_challenges (challenge_hash, expires_at) values (challenge, until) on conflict (challenge_hash) do nothing;
  return found;
end $$;

grant execute on function control.use_challenge to learnt_app;
