-- What a tenant calls the fields loc1 to custom6 of its memberships, of what kind their values are, and who sees and edits
-- them. The values stand in the memberships, whatever is said here.
create table custom_fields (
  tenant_id text not null,
  field text not null constraint custom_field_is_known check (field ~ '^(loc|div|custom)[1-6]$'),
  names jsonb not null,
  kind text not null constraint custom_field_kind_is_known check (kind in ('text', 'choices', 'date', 'number', 'yesno', 'person')),
  choices text[] not null default '{}',
  is_required boolean not null default false,
  person_access text not null constraint custom_field_person_access check (person_access in ('none', 'see', 'edit')),
  manager_access text not null constraint custom_field_manager_access check (manager_access in ('none', 'see', 'edit')),
  administrator_access text not null constraint custom_field_administrator_access check (administrator_access in ('see', 'edit')),
  place smallint not null,
  in_list boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, field)
);
select make_tenant_table('custom_fields');

-- Due dates count from the day that a field of the kind `date` holds.
-- include sql/functions/public.day_of_values.sql

-- The page of a person lists their mails.
-- squawk-ignore require-concurrent-index-creation
create index mails_of_person on mails (tenant_id, user_id, created_at desc, id desc) where user_id is not null;
