-- A later date that a manager or an administrator gave one person, beside the date that follows from the sources. The
-- last one counts, and never for an earlier date than the sources say.
create table due_extensions (
  tenant_id text not null,
  id uuid not null,
  assignment_id uuid not null,
  user_id uuid not null,
  -- The last day in time before and with it, as it was given.
  from_day date not null,
  to_day date not null,
  -- The end of that day; moves by the days of a leave.
  due_at timestamptz not null,
  reason text not null,
  extended_by uuid not null,
  extended_at timestamptz not null,
  primary key (tenant_id, id),
  constraint extension_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id)
);
create index due_extensions_by_assignment on due_extensions (tenant_id, assignment_id, extended_at, id);
create index due_extensions_by_person on due_extensions (tenant_id, user_id);
select make_tenant_table('due_extensions');
