-- The day that the first of these values names; null if it names none.
create or replace function public.day_of_values(given text[]) returns date language plpgsql immutable parallel safe
  set search_path = public, pg_temp as $$
begin
  if given[1] is null or given[1] !~ '^\d{4}-\d{2}-\d{2}$' then return null; end if;
  return given[1]::date;
exception when datetime_field_overflow or invalid_datetime_format then return null;
end
$$;

grant execute on function public.day_of_values to learnt_app;
