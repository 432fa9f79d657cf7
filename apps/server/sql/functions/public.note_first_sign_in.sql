-- Called at the first sign-in only: even an update without effect fires the triggers that count list rows. A task
-- computes the due dates that count from the first sign-in, so that signing in does not wait for it.
create or replace function public.note_first_sign_in(membership_id text, at timestamptz default now()) returns void
language sql volatile set search_path = public, pg_temp as $$
  with noted as (
    update memberships set has_logged_in = true, first_signed_in_at = coalesce(first_signed_in_at, at)
    where id = membership_id returning user_id
  )
  insert into outbox (id, task, payload, run_at, created_at)
  select gen_random_uuid(), 'permissions.recountDue', jsonb_build_object('from', 'signIn', 'userId', user_id), at, at from noted
  where exists (select from permissions where due->>'kind' = 'signIn')
$$;

grant execute on function public.note_first_sign_in to learnt_app;
