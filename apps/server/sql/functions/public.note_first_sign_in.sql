-- For the first sign-in alone: an update that finds nothing to do still costs what counts the rows of lists.
create or replace function public.note_first_sign_in(membership_id text) returns void
language sql volatile set search_path = public, pg_temp as $$
  update memberships set has_logged_in = true where id = membership_id
$$;

grant execute on function public.note_first_sign_in to learnt_app;
