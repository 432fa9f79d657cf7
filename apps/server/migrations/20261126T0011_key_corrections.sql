-- Wrong keys that were put right: of a question of a form's version, or of a question of the bank. Marks follow from the
-- answer, the key that stood before the first of them, and all of them in their order; nothing is ever taken out.
create table key_corrections (
  tenant_id text not null,
  id uuid not null,
  version_id uuid,
  question_id uuid,
  question_version integer,
  -- Key of the field.
  field text not null,
  treatment text not null constraint correction_treatment_is_known check (treatment in ('newKey', 'fullMarks', 'leaveOut')),
  -- Whoever submitted before keeps the better marks.
  never_lower boolean not null default false,
  key jsonb not null,
  key_before jsonb not null,
  reason text not null default '',
  corrected_by uuid not null,
  corrected_at timestamptz not null,
  primary key (tenant_id, id),
  constraint correction_of_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id),
  constraint correction_of_question foreign key (tenant_id, question_id, question_version)
    references question_versions (tenant_id, question_id, number),
  constraint correction_is_of_one check ((version_id is null) <> (question_id is null))
);
create index key_corrections_by_version on key_corrections (tenant_id, version_id, corrected_at, id);
create index key_corrections_by_question on key_corrections (tenant_id, question_id, question_version, corrected_at, id);
select make_tenant_table('key_corrections');
