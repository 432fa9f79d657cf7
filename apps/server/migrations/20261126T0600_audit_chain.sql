-- The audit chain: each entry of the log gets a number and a hash that covers the entry and the hash before it. A recurring
-- job of the worker seals, so that requests do not wait for it. The application may read all of this and change nothing.

-- The end of each tenant's chain. Whoever extends the chain, or blanks entries for an erasure, locks this row first.
create table audit_heads (
  tenant_id text not null,
  -- A log that comes back under other ids begins another chain.
  chain_id uuid not null,
  seq bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  -- Up to which entry a signed head is outside of the database.
  signed_seq bigint not null,
  primary key (tenant_id)
);
select make_tenant_table('audit_heads', true, '{select,insert,update}');
revoke insert, update, delete on audit_heads from learnt_app;

create table audit_seals (
  tenant_id text not null,
  seq bigint not null,
  entry_id uuid not null,
  -- Of what stays for ever: ids, time and action.
  facts_hash bytea not null,
  -- Of names, titles, the address and the values, with the salt. An erasure destroys the salt.
  words_hash bytea not null,
  salt bytea,
  -- Of the hash before, the number and the two hashes.
  hash bytea not null,
  primary key (tenant_id, seq)
);
create unique index audit_seals_by_entry on audit_seals (tenant_id, entry_id);
select make_tenant_table('audit_seals', true, '{select,insert}');
revoke insert, update, delete on audit_seals from learnt_app;

-- Entries that wait for their seal, written in the statement that writes the entry. An entry that is neither here nor sealed
-- was not written by Learnt.
create table audit_pending (
  tenant_id text not null,
  at timestamptz not null,
  entry_id uuid not null,
  primary key (tenant_id, at, entry_id)
);
select make_tenant_table('audit_pending', true, '{select,delete}');
revoke update, delete on audit_pending from learnt_app;

-- What erasures left of sealed entries. The row with a salt covers what the entry says now.
create table audit_blanks (
  tenant_id text not null,
  -- The entry of the log that says how many entries this erasure blanked, with a hash of these rows.
  erasure_entry_id uuid not null,
  seq bigint not null,
  words_hash bytea not null,
  salt bytea,
  primary key (tenant_id, erasure_entry_id, seq)
);
create index audit_blanks_by_seal on audit_blanks (tenant_id, seq);
select make_tenant_table('audit_blanks');
revoke insert, update, delete on audit_blanks from learnt_app;

-- The latest check of each tenant's chain.
create table audit_checks (
  tenant_id text not null,
  checked_at timestamptz not null,
  up_to bigint not null,
  outcome jsonb not null,
  primary key (tenant_id)
);
select make_tenant_table('audit_checks');

create policy relay_looks on audit_entries for select to learnt_relay using (true);
grant select on audit_entries to learnt_relay;
create policy relay_looks on audit_payloads for select to learnt_relay using (true);
grant select on audit_payloads to learnt_relay;
-- Nothing of the application deletes payloads: erasures are the owner's.
revoke delete on audit_payloads from learnt_app;

-- Entries of before are sealed in the order of their time.
alter table audit_entries no force row level security;
alter table audit_pending no force row level security;
insert into audit_pending (tenant_id, at, entry_id) select tenant_id, at, id from audit_entries;
alter table audit_entries force row level security;
alter table audit_pending force row level security;
