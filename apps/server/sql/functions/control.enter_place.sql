create or replace function control.enter_place(of_tenant text, as_number integer, only_reads boolean) returns void
language plpgsql stable security definer set search_path = control, pg_temp as $$
begin
  perform from control.closed_places c
   where c.tenant_id = of_tenant and as_number <= case when only_reads then c.reads_until else c.writes_until end;
  if found then raise exception 'Tenant % is being moved, or was', of_tenant using errcode = 'LN002'; end if;
end $$;

grant execute on function control.enter_place to learnt_app;
