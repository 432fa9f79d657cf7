-- Creates the monthly partitions of statements for the coming year; older statements (imported history) are in
-- statements_other. The application calls it daily, as only the owner may create tables. It creates missing months and
-- nothing else, and skips a month that statements_other has rows of.
create or replace function control.make_statement_months(until date) returns integer
  language plpgsql volatile security definer set search_path = control, pg_temp
as $$
declare
  month date := date '2026-11-01';
  made integer := 0;
begin
  while month < least(until, (now() + interval '5 years')::date) loop
    if to_regclass(format('public.statements_%s', to_char(month, 'YYYY_MM'))) is null then
      begin
        execute format(
          'create table public.%I partition of public.statements for values from (%L) to (%L)',
          'statements_' || to_char(month, 'YYYY_MM'),
          month::timestamp at time zone 'UTC',
          (month + interval '1 month')::timestamp at time zone 'UTC'
        );
        made := made + 1;
      exception when check_violation or duplicate_table then
        null;
      end;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;

grant execute on function control.make_statement_months to learnt_app;
