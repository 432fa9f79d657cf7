-- The owner becomes learnt_relay for a transaction (SET ROLE), and never inherits it: whoever inherits it reads every tenant.
-- From PostgreSQL 16 on, the role that makes another one may grant it but not become it.
do $$
declare
  is_new boolean := current_setting('server_version_num')::int >= 160000;
  may_become boolean;
begin
  if is_new then
    may_become := pg_has_role(current_user, 'learnt_relay', 'SET');
  else
    may_become := pg_has_role(current_user, 'learnt_relay', 'MEMBER');
  end if;
  if may_become and not pg_has_role(current_user, 'learnt_relay', 'USAGE') then return; end if;
  if is_new then
    execute format('grant learnt_relay to %I with inherit false, set true', current_user);
  else
    -- Otherwise it would lose what it may do in this schema as the owner of the database.
    execute format('alter schema public owner to %I', current_user);
    execute format('alter role %I noinherit', current_user);
  end if;
exception when insufficient_privilege then
  raise exception '% may not become learnt_relay without inheriting it', current_user
    using hint = case when is_new
      then format('As a superuser run: grant learnt_relay to %I with inherit false, set true', current_user)
      else format('As a superuser run: grant learnt_relay to %1$I; alter schema public owner to %1$I; alter role %1$I noinherit', current_user) end;
end
$$;
