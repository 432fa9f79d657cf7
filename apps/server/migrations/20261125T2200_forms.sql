-- Forms are a kind of document. Every row that is there has one of the kinds that were known before.
alter table documents drop constraint document_type_is_known;
alter table documents add constraint document_type_is_known
  check (type in ('course', 'pathway', 'learningPackage', 'resource', 'form')) not valid;
-- squawk-ignore require-concurrent-index-creation
create index documents_by_creator on documents (tenant_id, type, created_by) where type = 'form';

-- Files that people give as answers.
alter table files drop constraint file_purpose_is_known;
alter table files add constraint file_purpose_is_known
  check (purpose in ('video', 'audio', 'captions', 'document', 'image', 'package', 'team', 'answer')) not valid;

-- Attempts at a form: a row for each, with what it came to. The answers are rows of their own.
create table submissions (
  tenant_id text not null,
  id uuid not null,
  form_id uuid not null,
  -- Answers keep the version that they were given to.
  version_id uuid not null,
  -- Null: an assessor fills it in about somebody who does not have the form.
  assignment_id uuid,
  -- Whom it is about, and through which membership it was begun: who looks after that one marks.
  user_id uuid not null,
  membership_id text not null,
  -- Who fills it in: the person, or an assessor about the person.
  written_by uuid not null,
  -- Counts the person's attempts at the form.
  number integer not null,
  state text not null default 'inprogress' constraint submission_state_is_known check (state in (
    'inprogress', 'pending', 'markingRequired', 'approvalRequired', 'pendingResubmission', 'completed', 'competent',
    'notCompetent', 'approved', 'not approved')),
  outcome text constraint submission_outcome_is_known check (outcome in (
    'completed', 'passed', 'failed', 'competent', 'notCompetent', 'approved', 'not approved')),
  -- Rises with every save of answers.
  revision integer not null default 0,
  -- Rises with every change by those who mark.
  marked_revision integer not null default 0,
  started_at timestamptz not null,
  saved_at timestamptz not null,
  -- When the time is over; null: no limit.
  ends_at timestamptz,
  submitted_at timestamptz,
  by_time boolean not null default false,
  decided_at timestamptz,
  decided_by uuid,
  points numeric(10, 3),
  out_of numeric(10, 3),
  percent numeric(5, 2),
  -- Of who marked it, over all.
  comment text not null default '',
  -- Keys of the fields that were reopened; null: all.
  reopened text[],
  -- Questions drawn from the bank for this attempt, by the field that they stand for.
  drawn jsonb,
  primary key (tenant_id, id),
  constraint submission_of_form foreign key (tenant_id, form_id) references documents (tenant_id, id),
  constraint submission_of_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id),
  constraint submission_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id),
  constraint submission_number_once unique (tenant_id, user_id, form_id, number)
);
-- Of two attempts begun at once, one.
create unique index submission_open_once on submissions (tenant_id, user_id, form_id)
  where state = 'inprogress';
create index submissions_by_form on submissions (tenant_id, form_id, submitted_at, id);
create index submissions_that_wait on submissions (tenant_id, state, submitted_at, id)
  where state in ('pending', 'markingRequired', 'approvalRequired');
create index submissions_by_person on submissions (tenant_id, user_id, started_at, id);
create index submissions_by_assignment on submissions (tenant_id, assignment_id);
create index submissions_by_version on submissions (tenant_id, version_id);
create index submissions_to_end on submissions (tenant_id, ends_at) where state = 'inprogress' and ends_at is not null;
select make_tenant_table('submissions');

-- One answer of a submission, and its marks.
create table answers (
  tenant_id text not null,
  submission_id uuid not null,
  -- Key of the field in the version of the submission.
  field text not null,
  -- Null: taken back.
  value jsonb,
  -- Of the submission, when it was saved, and the window that saved it: another one does not overwrite it unseen.
  revision integer not null,
  saved_in text not null,
  saved_at timestamptz not null,
  -- What stood before the field was reopened.
  earlier jsonb,
  points numeric(10, 3),
  out_of numeric(10, 3),
  verdict text constraint answer_verdict_is_known check (verdict in ('right', 'partly', 'wrong', 'waiting', 'leftOut')),
  by_hand boolean not null default false,
  -- Marks of the key, where a person gave others.
  key_points numeric(10, 3),
  reason text not null default '',
  comment text not null default '',
  primary key (tenant_id, submission_id, field),
  constraint answer_of_submission foreign key (tenant_id, submission_id) references submissions (tenant_id, id)
);
select make_tenant_table('answers');

-- What happened to a submission, for its time-line.
create table submission_events (
  tenant_id text not null,
  id uuid not null,
  submission_id uuid not null,
  event text not null constraint submission_event_is_known check (event in (
    'started', 'submitted', 'marked', 'reopened', 'approved', 'declined', 'passedOn', 'withdrawn', 'regraded')),
  at timestamptz not null,
  by_user uuid not null,
  comment text not null default '',
  level text not null default '',
  primary key (tenant_id, id),
  constraint event_of_submission foreign key (tenant_id, submission_id) references submissions (tenant_id, id)
);
create index submission_events_by_submission on submission_events (tenant_id, submission_id, at, id);
select make_tenant_table('submission_events');

-- More time for a person, in percent of the form's limit.
create table extra_times (
  tenant_id text not null,
  form_id uuid not null,
  user_id uuid not null,
  percent integer not null constraint extra_time_is_more check (percent > 0 and percent <= 400),
  given_by uuid not null,
  given_at timestamptz not null,
  primary key (tenant_id, form_id, user_id),
  constraint extra_time_of_form foreign key (tenant_id, form_id) references documents (tenant_id, id)
);
create index extra_times_by_person on extra_times (tenant_id, user_id);
select make_tenant_table('extra_times');

-- Who has answered an anonymous form. No time, and nothing that leads to an answer.
create table anonymous_marks (
  tenant_id text not null,
  form_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, form_id, user_id),
  constraint anonymous_mark_of_form foreign key (tenant_id, form_id) references documents (tenant_id, id)
);
create index anonymous_marks_by_person on anonymous_marks (tenant_id, user_id);
select make_tenant_table('anonymous_marks');

-- Answers to anonymous forms, under random ids. The newest ones of a form are written anew with each that joins them, in
-- random order, so that neither place nor transaction of a row says when it came.
create table anonymous_answers (
  tenant_id text not null,
  id uuid not null,
  form_id uuid not null,
  version_id uuid not null,
  -- Among the newest.
  is_fresh boolean not null default true,
  answers jsonb not null,
  primary key (tenant_id, id),
  constraint anonymous_answer_of_form foreign key (tenant_id, form_id) references documents (tenant_id, id),
  constraint anonymous_answer_of_version foreign key (tenant_id, version_id) references document_versions (tenant_id, id)
);
create index anonymous_answers_by_form on anonymous_answers (tenant_id, form_id, is_fresh);
create index anonymous_answers_by_version on anonymous_answers (tenant_id, version_id);
select make_tenant_table('anonymous_answers');
