-- What finishing a single step of a course earns, beside what the course itself earns.
create table step_point_rules (
  tenant_id text not null,
  document_id uuid not null,
  activity_id uuid not null,
  amount integer not null constraint step_point_amount check (amount > 0),
  repeats text not null constraint step_point_repeats check (repeats in ('once', 'cycle')),
  primary key (tenant_id, document_id, activity_id),
  constraint step_points_of_document foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
select make_tenant_table('step_point_rules');

-- The step that an entry is about; null: the whole document.
alter table point_entries add column activity_id uuid;

-- A course may have a budget of the month and earn nothing itself: its steps do.
alter table point_rules drop constraint point_rule_amount;
alter table point_rules add constraint point_rule_amount check (amount >= 0) not valid;
