-- What happened for a person: a kind, what its words name, and the page that shows it. The words are made by whoever reads.
create table notifications (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  -- Where it is about one membership; null: shown in all of the person's teams of the tenant.
  team_id text,
  kind text not null,
  -- What it tells of, so that nothing is told twice.
  key text not null,
  params jsonb not null default '{}',
  -- A path of the product.
  link text constraint notification_link_is_a_path check (link ~ '^/([^/]|$)'),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id)
);
create unique index notification_told_once on notifications (tenant_id, user_id, key);
create index notifications_by_person on notifications (tenant_id, user_id, created_at desc, id desc);
create index notifications_unread on notifications (tenant_id, user_id) where read_at is null;
create index notifications_by_age on notifications (tenant_id, created_at);
select make_tenant_table('notifications');

-- Remembers the device, and says whether it is new beside others: the first one of an account is no news.
create function control.meet_device(of_user uuid, device bytea, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
declare
  has_others boolean := exists (select from control.known_devices k where k.user_id = of_user and k.device_hash <> device);
  is_new boolean;
begin
  insert into control.known_devices as k (user_id, device_hash, last_used_at) values (of_user, device, moment)
  on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at
  returning k.xmax = 0 into is_new;
  return is_new and has_others;
end $$;
revoke all on function control.meet_device(uuid, bytea, timestamptz) from public;
grant execute on function control.meet_device(uuid, bytea, timestamptz) to learnt_app;
