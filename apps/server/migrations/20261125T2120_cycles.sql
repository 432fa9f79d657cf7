-- One document of one person may have to be done again and again: each time is a cycle, and a row of assignments.
alter table assignments
  -- When the next cycle began. Null: this is the current cycle. Set: an earlier one, kept for ever as it was then.
  add column ended_at timestamptz,
  -- Why this cycle began; null: it is the first, or a pathway asks for the document again.
  add column cycle_reason text constraint cycle_reason_is_known check (cycle_reason in ('reset', 'renewal', 'restart', 'startOver')),
  -- The day from which the time until the next reset counts. Null: the day on which it was assigned.
  add column period_from date;
-- Those who are in a later cycle than the first are few, and asked for whenever a rule gives something.
-- squawk-ignore require-concurrent-index-creation
create index assignments_in_later_cycles on assignments (tenant_id, document_id, user_id) where cycle > 0;

-- The last day of a source in this cycle, where it is not the one that its rule says.
alter table assignment_sources add column cycle_due_day date;

-- What gave the earlier cycles, as it stood when they ended. What gives the current one is in assignment_sources.
create table earlier_sources (
  tenant_id text not null,
  assignment_id uuid not null,
  kind text not null,
  source_id uuid not null,
  user_id uuid not null,
  membership_id text,
  is_optional boolean not null,
  due_at timestamptz,
  granted_at timestamptz not null,
  granted_by uuid,
  primary key (tenant_id, assignment_id, kind, source_id),
  constraint source_of_earlier_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id)
);
select make_tenant_table('earlier_sources');
