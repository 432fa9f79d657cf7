create or replace function public.no_tenant() returns text
  language plpgsql stable parallel safe
as $$
begin
  raise exception 'No tenant is bound to this transaction' using errcode = 'LN001';
end $$;

grant execute on function public.no_tenant to learnt_app, learnt_relay, learnt_search;
