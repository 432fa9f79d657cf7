-- Saved audiences: a named rule or a list of people, which many permissions may name.
create table audiences (
  tenant_id text not null,
  id uuid not null,
  title text not null,
  kind text not null constraint audience_kind_is_known check (kind in ('rule', 'people')),
  -- The specification's map with our groups; null for a list of people.
  rule jsonb,
  -- Fields that the rule names: a changed person re-evaluates only the rules that name the change.
  fields text[] not null default '{}',
  -- Increases when the permissions that name it have to look at everybody again: a part of their `applied_sign`.
  revision integer not null default 1,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint audience_is_rule_or_list check ((kind = 'rule') = (rule is not null))
);
create unique index audiences_by_title on audiences (tenant_id, lower(title));
select make_tenant_table('audiences');

-- Who is on a list; of any status, for the rules ask for active memberships themselves.
create table audience_people (
  tenant_id text not null,
  audience_id uuid not null,
  user_id uuid not null,
  added_by uuid,
  added_at timestamptz not null default now(),
  primary key (tenant_id, audience_id, user_id),
  constraint person_of_audience foreign key (tenant_id, audience_id) references audiences (tenant_id, id) on delete cascade
);
create index audience_people_by_person on audience_people (tenant_id, user_id);
select make_tenant_table('audience_people');

-- Saved audiences that the rule names, out of the rule, where SQL can ask for them.
alter table permissions add column audience_ids uuid[] not null default '{}';
