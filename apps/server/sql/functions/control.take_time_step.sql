-- True for one caller only, so that parallel processes accept a code once.
create or replace function control.take_time_step(of_user uuid, step bigint, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.authenticators set last_step = step, last_used_at = moment
   where user_id = of_user and secret is not null and last_step < step;
  return found;
end $$;

grant execute on function control.take_time_step to learnt_app;
