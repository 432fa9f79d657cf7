-- Badges. Each saved change is a version; an award keeps the one that it was given with.
create table badges (
  tenant_id text not null,
  id uuid not null,
  title text not null,
  -- Months for which an award is valid; null: for ever.
  valid_months integer constraint badge_validity_is_positive check (valid_months > 0),
  revision integer not null default 1,
  version_id uuid not null,
  archived_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index badges_by_title on badges (tenant_id, lower(title), id);
select make_tenant_table('badges');

create table badge_versions (
  tenant_id text not null,
  -- Random: it stands in the public address of the picture.
  id uuid not null,
  badge_id uuid not null,
  number integer not null,
  title text not null,
  -- A text for each language.
  description jsonb not null,
  criteria jsonb not null,
  design jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null,
  -- Its pictures, drawn at the first request and kept.
  svg_sha256 text,
  png_sha256 text,
  primary key (tenant_id, id),
  constraint badge_version_number_once unique (tenant_id, badge_id, number),
  constraint version_of_badge foreign key (tenant_id, badge_id) references badges (tenant_id, id) on delete cascade
);
select make_tenant_table('badge_versions');

-- When a badge is given, and to whom.
create table badge_rules (
  tenant_id text not null,
  id uuid not null,
  badge_id uuid not null,
  title text not null,
  is_active boolean not null,
  kind text not null constraint badge_rule_kind_is_known check (kind in ('finished', 'count', 'streak', 'points')),
  -- A kind of document, `bundle`, or `any`; `any` for points, too.
  subject text not null default 'any',
  -- Empty: any document of the subject.
  document_ids uuid[] not null default '{}',
  passed boolean not null default false,
  -- Documents, weeks or points.
  amount integer not null default 1 constraint badge_rule_amount check (amount > 0),
  -- Within which `amount` documents are finished; null: however long it takes.
  days integer,
  -- As permissions have it; null: everybody.
  audience jsonb,
  audience_ids uuid[] not null default '{}',
  repeats text not null constraint badge_rule_repeats check (repeats in ('once', 'each')),
  counts_from date,
  revokes boolean not null,
  -- What was awarded before asked for something else, and is not taken back by what it asks for now.
  trigger_changed_at timestamptz not null,
  revision integer not null default 1,
  -- The revision of which everybody has what they had earned before; less than `revision`: it is still being written.
  applied_revision integer not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint rule_of_badge foreign key (tenant_id, badge_id) references badges (tenant_id, id)
);
create index badge_rules_by_badge on badge_rules (tenant_id, badge_id);
select make_tenant_table('badge_rules');

create table badge_awards (
  tenant_id text not null,
  -- Random: it stands in the address of the public page.
  id uuid not null,
  badge_id uuid not null,
  version_id uuid not null,
  -- Null: given by hand. The rule may be gone.
  rule_id uuid,
  user_id uuid not null,
  -- What it was given for, within its rule: a second award for the same is refused.
  cause_key text not null,
  kind text not null constraint award_kind_is_known check (kind in ('hand', 'finished', 'count', 'streak', 'points')),
  assignment_id uuid,
  document_type text,
  document_id uuid,
  -- As they were when it was given; they never change.
  document_title text not null default '',
  rule_title text not null default '',
  holder_name text not null,
  awarded_by uuid,
  note text not null default '',
  awarded_at timestamptz not null,
  -- Null: valid for ever.
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Null: what it was given for was taken back.
  revoked_by uuid,
  revoke_reason text not null default '',
  -- Its place in the tenant's status lists, reserved with the award.
  status_position integer not null,
  mailed_at timestamptz,
  -- The signed credential, once it was made.
  credential text,
  signed_at timestamptz,
  primary key (tenant_id, id),
  constraint status_position_once unique (tenant_id, status_position),
  constraint award_of_version foreign key (tenant_id, version_id) references badge_versions (tenant_id, id),
  constraint award_of_badge foreign key (tenant_id, badge_id) references badges (tenant_id, id)
);
-- What an administrator revoked is not given again for the same; what was taken back may be.
create unique index badge_award_once on badge_awards (tenant_id, rule_id, user_id, cause_key)
  where rule_id is not null and (revoked_at is null or revoked_by is not null);
create index badge_awards_by_person on badge_awards (tenant_id, user_id, awarded_at, id);
create index badge_awards_by_badge on badge_awards (tenant_id, badge_id, awarded_at, id);
create index badge_awards_in_order on badge_awards (tenant_id, awarded_at, id);
create index badge_awards_by_version on badge_awards (tenant_id, version_id);
create index badge_awards_by_assignment on badge_awards (tenant_id, assignment_id) where assignment_id is not null and revoked_at is null;
select make_tenant_table('badge_awards');

-- Counts the places in status lists. Locked last of all, so that nobody waits for it in a circle.
create table badge_counters (
  tenant_id text not null,
  next_position integer not null,
  primary key (tenant_id)
);
select make_tenant_table('badge_counters');

-- Which awards the pages of a session have shown.
create table shown_badges (
  tenant_id text not null,
  session_id text not null,
  award_id uuid not null,
  user_id uuid not null,
  shown_at timestamptz not null,
  primary key (tenant_id, session_id, award_id),
  constraint shown_award foreign key (tenant_id, award_id) references badge_awards (tenant_id, id) on delete cascade
);
create index shown_badges_by_award on shown_badges (tenant_id, award_id);
select make_tenant_table('shown_badges');

-- Points are a cause, too. They are about no document. Earlier versions read only the causes that they have just written.
alter table causes drop constraint cause_kind_is_known;
alter table causes add constraint cause_kind_is_known check (kind in ('finished', 'voided', 'points')) not valid;
-- squawk-ignore ban-drop-not-null
alter table causes alter column assignment_id drop not null;
-- squawk-ignore ban-drop-not-null
alter table causes alter column document_type drop not null;
-- squawk-ignore ban-drop-not-null
alter table causes alter column document_id drop not null;
