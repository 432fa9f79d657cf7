-- One key for all processes: the first proposal is kept.
create or replace function control.shared_secret(wanted text, proposal bytea) returns bytea
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  kept bytea;
begin
  insert into control.secrets (name, value) values (wanted, proposal) on conflict (name) do nothing;
  select s.value into kept from control.secrets s where s.name = wanted;
  return kept;
end $$;

grant execute on function control.shared_secret to learnt_app;
