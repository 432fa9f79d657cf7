-- How long a session may stay unused, by a tenant's settings: the two timeouts of the pages, the interval at which a
-- page in use reports, and a minute for slow connections. Null: no limit. Invalid stored values give the default, as in
-- platform/tenant/settings.ts.
create or replace function control.idle_limit(settings jsonb) returns interval
language sql immutable security definer set search_path = control, pg_temp as $$
  select 2 * t.timeout + least(t.timeout / 4, interval '5 minutes') + interval '1 minute'
  from (
    select least(interval '30 days',
      case when jsonb_typeof(c.config -> 'expireSessionAfter') = 'number' and c.config ->> 'expireSessionAfter' ~ '^[1-9][0-9]{0,4}$'
        then (c.config ->> 'expireSessionAfter')::int else 30 end
      * case c.config ->> 'unit' when 'hours' then interval '1 hour' when 'days' then interval '24 hours' else interval '1 minute' end
    ) as timeout
    from (select settings -> 'sessionConfig' as config) c
    where c.config -> 'checkUserInactivity' = 'true'::jsonb
  ) t
$$;

grant execute on function control.idle_limit to learnt_app;
