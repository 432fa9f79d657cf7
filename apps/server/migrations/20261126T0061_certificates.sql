-- How certificates look. Each saved change is a version; an issued certificate keeps the one that it was issued with.
create table certificate_templates (
  tenant_id text not null,
  id uuid not null,
  title text not null,
  revision integer not null default 1,
  version_id uuid not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index certificate_templates_by_title on certificate_templates (tenant_id, title, id);
select make_tenant_table('certificate_templates');

create table certificate_template_versions (
  tenant_id text not null,
  id uuid not null,
  template_id uuid not null,
  number integer not null,
  design jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint template_version_number_once unique (tenant_id, template_id, number),
  constraint template_version_of_template foreign key (tenant_id, template_id) references certificate_templates (tenant_id, id) on delete cascade
);
select make_tenant_table('certificate_template_versions');

-- Which certificate a document gives to whoever finishes it.
create table certificate_rules (
  tenant_id text not null,
  document_id uuid not null,
  document_type text not null,
  template_id uuid not null,
  -- {kind: none | months | fixedDay | cycle, ...}
  validity jsonb not null,
  -- Days before the end on which the person is warned.
  warnings integer[] not null default '{}',
  updated_by uuid not null,
  updated_at timestamptz not null,
  primary key (tenant_id, document_id),
  constraint certificate_rule_of_document foreign key (tenant_id, document_id) references documents (tenant_id, id),
  constraint rule_of_template foreign key (tenant_id, template_id) references certificate_templates (tenant_id, id)
);
create index certificate_rules_by_template on certificate_rules (tenant_id, template_id);
select make_tenant_table('certificate_rules');

create table certificates (
  tenant_id text not null,
  -- Random: it stands in the address of the public page.
  id uuid not null,
  serial text not null,
  user_id uuid not null,
  assignment_id uuid not null,
  document_type text not null,
  document_id uuid not null,
  version_id uuid not null,
  -- As they were when it was issued; they never change.
  holder_name text not null,
  title text not null,
  score numeric(5, 2),
  issued_at timestamptz not null,
  issued_day date not null,
  -- The last day on which it is valid; null: for ever.
  valid_until date,
  warnings integer[] not null default '{}',
  revoked_at timestamptz,
  -- Null: the completion was taken back.
  revoked_by uuid,
  revoke_reason text not null default '',
  -- The certificate that took its place, with a corrected name.
  replaced_by uuid,
  -- The PDF, made at the first request and kept: every request gets the same bytes.
  pdf_sha256 text,
  pdf_size integer,
  pdf_locale text,
  primary key (tenant_id, id),
  constraint serial_once unique (tenant_id, serial),
  constraint certificate_of_assignment foreign key (tenant_id, assignment_id) references assignments (tenant_id, id),
  constraint certificate_of_version foreign key (tenant_id, version_id) references certificate_template_versions (tenant_id, id)
);
-- One for each cycle, unless it was revoked or replaced.
create unique index certificate_once on certificates (tenant_id, assignment_id) where revoked_at is null and replaced_by is null;
create index certificates_by_person on certificates (tenant_id, user_id, issued_at, id);
create index certificates_by_document on certificates (tenant_id, document_id, issued_at, id);
create index certificates_in_order on certificates (tenant_id, issued_at, id);
create index certificates_by_end on certificates (tenant_id, valid_until) where valid_until is not null and revoked_at is null and replaced_by is null;
create index certificates_by_version on certificates (tenant_id, version_id);
select make_tenant_table('certificates');

-- Certificates earned elsewhere, which people bring with them.
create table outside_certificates (
  tenant_id text not null,
  id uuid not null,
  user_id uuid not null,
  membership_id text not null,
  title text not null,
  issuer text not null,
  issued_day date not null,
  valid_until date,
  file_id uuid not null,
  state text not null default 'open' constraint outside_state_is_known check (state in ('open', 'confirmed', 'refused')),
  reason text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint outside_file foreign key (tenant_id, file_id) references files (tenant_id, id)
);
create index outside_certificates_by_person on outside_certificates (tenant_id, user_id, created_at, id);
create index outside_certificates_open on outside_certificates (tenant_id, created_at, id);
select make_tenant_table('outside_certificates');
