-- Who reports to whom by what is the same about them, beside what a membership names itself.
create table manager_rules (
  tenant_id text not null,
  id uuid not null,
  title text not null,
  -- What such a manager is called in the organisation; '' where there is one kind.
  kind text not null default '',
  status text not null default 'active' constraint manager_rule_status_is_known check (status in ('active', 'inactive')),
  -- Who manages and who is managed: rules as in permissions.
  managers jsonb not null,
  people jsonb not null,
  -- Fields of which manager and person share a value.
  same_fields text[] not null default '{}',
  -- Positions from the highest to the lowest; the manager stands above the person. Empty: positions do not matter.
  ladder text[] not null default '{}',
  -- Of those above only the nearest.
  is_nearest boolean not null default true,
  -- All fields that it reads: a change of another one changes nobody's managers.
  fields text[] not null,
  audience_ids uuid[] not null default '{}',
  -- Pairs of manager and membership that it gave when it was last applied as a whole.
  pairs integer not null default 0,
  revision integer not null default 1,
  updated_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index manager_rules_by_title on manager_rules (tenant_id, lower(title));
select make_tenant_table('manager_rules');

alter table memberships
  -- User ids of the managers whom rules give.
  add column rule_managers text[] not null default '{}';
alter table memberships
  -- All managers: those that were named and those whom rules give. The rewrite of 100,000 rows takes a few seconds.
  add column all_managers text[] not null
  -- squawk-ignore adding-field-with-default
  generated always as (managers || rule_managers) stored;

-- When a manager last reminded a person, so that nobody is reminded twice a day.
create table manager_reminders (
  tenant_id text not null,
  user_id uuid not null,
  manager_id uuid not null,
  reminded_at timestamptz not null,
  primary key (tenant_id, user_id, manager_id)
);
select make_tenant_table('manager_reminders');
