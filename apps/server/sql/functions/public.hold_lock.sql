-- Takes a lock of the tenant until the transaction ends, exclusive or shared. A function, so that it is one statement
-- even when the lock's row must be created first. Later statements see what the former holder committed.
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
