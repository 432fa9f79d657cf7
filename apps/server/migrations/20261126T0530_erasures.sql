-- Erasing a person: what administrators do about a wish, what is kept as proof, and who may not be erased.
alter table memberships
  -- The person was erased: the row stands for them in counts, and carries no name of theirs.
  add column erased_at timestamptz;

alter table erase_requests
  -- The administrator who began it; null: the person asked.
  add column begun_by uuid,
  -- An administrator has typed the name: it is erased within the hour.
  add column confirmed_at timestamptz,
  add column confirmed_by uuid,
  add column finished_at timestamptz,
  -- While it is being erased: by what copies are found, and the files that go. Null before and after.
  add column search jsonb,
  -- How many records of each kind went, lost their name or are kept.
  add column outcome jsonb;
-- squawk-ignore require-concurrent-index-creation
create index erase_requests_by_time on erase_requests (tenant_id, asked_at desc, user_id);
-- The worker looks in all tenants for what was confirmed.
create policy relay_looks on erase_requests for select to learnt_relay using (true);
grant select on erase_requests to learnt_relay;

-- How long records of a kind are kept as proof after somebody was erased, and why. No row: they go with the person.
create table retention_periods (
  tenant_id text not null,
  kind text not null constraint retention_kind_is_known check (kind in ('certificates', 'badges', 'outsideCertificates', 'submissions')),
  months integer not null constraint retention_has_months check (months between 1 and 600),
  reason text not null,
  updated_by uuid not null,
  updated_at timestamptz not null,
  primary key (tenant_id, kind)
);
select make_tenant_table('retention_periods');

-- Who may not be erased for now, and why.
create table legal_holds (
  tenant_id text not null,
  user_id uuid not null,
  reason text not null,
  held_by uuid not null,
  held_at timestamptz not null,
  primary key (tenant_id, user_id)
);
select make_tenant_table('legal_holds');

-- Records of erased people that are kept as proof, until the day on which they go.
create table kept_proofs (
  tenant_id text not null,
  user_id uuid not null,
  kind text not null,
  goes_on date not null,
  reason text not null,
  primary key (tenant_id, user_id, kind)
);
select make_tenant_table('kept_proofs', relay => true, relay_rights => array['select']);
