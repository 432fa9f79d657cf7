-- Uses up open links that would add this address, because another link is being sent.
create or replace function control.drop_waiting_address(of_user uuid, address text, moment timestamptz) returns void
language sql volatile security definer set search_path = control, pg_temp as $$
  update control.account_links l set used_at = moment
   where l.user_id = of_user and l.email = $2 and l.kind = 'addEmail' and l.used_at is null
$$;

grant execute on function control.drop_waiting_address to learnt_app;
