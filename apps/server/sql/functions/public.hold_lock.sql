-- Holds a lock of the tenant until the transaction ends: alone, or together with others who share it. A function, so that it
-- takes one statement although the lock's row may have to be made first. What is asked after it sees all that was waited for.
create or replace function public.hold_lock(wanted text, alone boolean) returns void
  language plpgsql
as $$
begin
  loop
    if alone then
      perform from tenant_locks where name = wanted for update;
    else
      perform from tenant_locks where name = wanted for share;
    end if;
    exit when found;
    insert into tenant_locks (name) values (wanted) on conflict do nothing;
  end loop;
end
$$;

grant execute on function public.hold_lock to learnt_app;
