-- Sets a password, uses up open reset links, clears failed attempts and ends all sessions except `kept_session`.
-- Returns the ended sessions. It locks the memberships, as open_session() does, so a sign-in with the old password
-- either comes first and is ended, or fails. `only_tenant`: ends only sessions of that tenant and sessions proved by
-- password, for a person who has not proved that the account is theirs.
create or replace function control.change_password(of_user uuid, hash text, moment timestamptz, kept_session uuid, only_tenant text default null)
returns table (session_id uuid, tenant_id text)
language plpgsql volatile security definer set search_path = control, pg_temp as $$
#variable_conflict use_column
begin
  perform from control.directory d where d.user_id = of_user order by d.team_id for update;
  perform control.set_password(of_user, hash, moment);
  update control.account_links set used_at = moment where user_id = of_user and kind = 'resetPassword' and used_at is null;
  delete from control.sign_in_failures where key = 'account:' || of_user or key like 'both:' || of_user || ':%';
  return query update control.sessions set ended_at = moment
    where user_id = of_user and ended_at is null and expires_at > moment and id is distinct from kept_session
      and (only_tenant is null or tenant_id = only_tenant or proven_by = 'password')
    returning id, tenant_id;
end $$;

grant execute on function control.change_password to learnt_app;
