-- The question bank: questions that forms draw when an attempt begins, and that authors copy into their forms.
create table questions (
  tenant_id text not null,
  id uuid not null,
  -- Key of its field in the attempts that draw it. The same in every version, so that figures of them can be combined.
  field text not null,
  -- What the newest version asks, and how.
  title text not null,
  kind text not null,
  search_text text not null,
  points numeric(10, 3) not null,
  category text not null default '',
  tags text[] not null default '{}',
  difficulty text not null constraint question_difficulty_is_known check (difficulty in ('easy', 'medium', 'hard')),
  -- Forms that managers have made draw it, too.
  for_managers boolean not null default false,
  -- Archived: nobody draws it.
  is_archived boolean not null default false,
  version integer not null default 1,
  -- Rises with every change; a save names the one that it saw.
  revision integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_by uuid,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint question_field_once unique (tenant_id, field)
);
create index questions_to_draw on questions (tenant_id, category, difficulty) where not is_archived;
select make_tenant_table('questions');

-- A version changes only while nobody has answered it.
create table question_versions (
  tenant_id text not null,
  question_id uuid not null,
  number integer not null,
  content jsonb not null,
  created_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, question_id, number),
  constraint version_of_question foreign key (tenant_id, question_id) references questions (tenant_id, id)
);
select make_tenant_table('question_versions');

-- Which attempt has drawn which version. What it drew stands in the submission itself.
create table drawn_questions (
  tenant_id text not null,
  submission_id uuid not null,
  question_id uuid not null,
  version integer not null,
  primary key (tenant_id, submission_id, question_id),
  constraint drawn_of_submission foreign key (tenant_id, submission_id) references submissions (tenant_id, id),
  constraint drawn_of_version foreign key (tenant_id, question_id, version)
    references question_versions (tenant_id, question_id, number)
);
create index drawn_questions_by_version on drawn_questions (tenant_id, question_id, version, submission_id);
select make_tenant_table('drawn_questions');
