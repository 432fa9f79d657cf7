-- Tokens with which identity providers provision people by SCIM 2.0, and what they say about people and groups.
create table scim_tokens (
  tenant_id text not null,
  id uuid not null,
  name text not null,
  -- New people join it, and the token opens its people alone.
  team_id text not null,
  scope text not null constraint scim_scope_is_known check (scope in ('read', 'people', 'all')),
  invites boolean not null default false,
  -- The token itself is kept nowhere.
  hash bytea not null,
  -- Its end, to tell tokens apart.
  hint text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid,
  primary key (tenant_id, id)
);
create unique index scim_tokens_by_hash on scim_tokens (tenant_id, hash);
create index scim_tokens_by_time on scim_tokens (tenant_id, created_at desc, id desc);
select make_tenant_table('scim_tokens');

-- What an identity provider says of a person beside the fields of the membership.
create table scim_people (
  tenant_id text not null,
  user_id uuid not null,
  -- As it was sent; '' of somebody whom SCIM has not named.
  user_name text not null default '',
  user_name_key text not null generated always as (lower(user_name)) stored,
  external_id text not null default '',
  -- Attributes that no field of a membership holds, to be answered as they came.
  attributes jsonb not null default '{}',
  -- How a manager was named who is not here yet, in small letters.
  manager_wanted text,
  -- By which token it was last changed.
  token_id uuid,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, user_id)
);
create unique index scim_user_name_once_in_a_tenant on scim_people (tenant_id, user_name_key) where user_name_key <> '';
create unique index scim_external_id_once_in_a_tenant on scim_people (tenant_id, external_id) where external_id <> '';
create index scim_people_who_wait_for_a_manager on scim_people (tenant_id, manager_wanted) where manager_wanted is not null;
create index scim_people_by_token on scim_people (tenant_id, token_id) where token_id is not null;
select make_tenant_table('scim_people');

-- Saved audiences that an identity provider looks after.
create table scim_groups (
  tenant_id text not null,
  audience_id uuid not null,
  team_id text not null,
  external_id text not null default '',
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, audience_id),
  constraint audience_of_scim_group foreign key (tenant_id, audience_id) references audiences (tenant_id, id) on delete cascade
);
create unique index scim_group_external_id_once_in_a_team on scim_groups (tenant_id, team_id, external_id) where external_id <> '';
select make_tenant_table('scim_groups');

-- Providers ask for people by their user name before each change.
-- squawk-ignore require-concurrent-index-creation
create index memberships_by_username on memberships (tenant_id, username) where username <> '';
