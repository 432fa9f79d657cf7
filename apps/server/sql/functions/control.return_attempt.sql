-- After the right password: clears the account's failures and gives the other keys their attempt back.
create or replace function control.return_attempt(forgotten text[], returned text[]) returns void
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  if cardinality(forgotten) + cardinality(returned) > 1 then
    perform from control.sign_in_failures f where f.key = any (forgotten || returned) order by f.key for update;
  end if;
  delete from control.sign_in_failures f where f.key = any (forgotten);
  if cardinality(returned) > 0 then
    update control.sign_in_failures f set failures = greatest(f.failures - 1, 0), blocked_until = null where f.key = any (returned);
  end if;
end $$;

grant execute on function control.return_attempt to learnt_app;
