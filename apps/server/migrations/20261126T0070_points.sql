-- The ledger of points. Each entry moves its amount between a balance and the tenant's account that `kind` names. It is
-- never changed and never removed: the application may not.
create table point_entries (
  tenant_id text not null,
  id uuid not null,
  membership_id text not null,
  -- Counted under the lock of the membership: the order of its entries, whatever their clocks said.
  place integer not null,
  user_id uuid not null,
  team_id text not null,
  kind text not null constraint point_kind_is_known check (kind in ('earn', 'redeem', 'adjust', 'expire', 'reverse')),
  -- Above zero: the balance rose.
  amount integer not null constraint points_move check (amount <> 0),
  -- Points at that moment, with this entry.
  balance integer not null constraint points_are_there check (balance >= 0),
  document_id uuid,
  document_type text,
  document_title text not null default '',
  assignment_id uuid,
  -- What caused it: a second entry of the same cause is refused.
  key text not null,
  -- The entry that this one takes back; `missing` points of it were spent already.
  reverses uuid,
  missing integer not null default 0,
  reason text not null default '',
  by_user_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint points_sign check (
    case kind when 'earn' then amount > 0 when 'adjust' then true else amount < 0 end
  )
);
create unique index point_cause_once on point_entries (tenant_id, key);

create unique index point_entries_of_membership on point_entries (tenant_id, membership_id, place);
create index point_entries_of_person on point_entries (tenant_id, user_id);
create index point_entries_of_document on point_entries (tenant_id, document_id, created_at) where document_id is not null;
create index point_entries_of_assignment on point_entries (tenant_id, assignment_id) where assignment_id is not null;
create index point_entries_of_team on point_entries (tenant_id, team_id, created_at);
select make_tenant_table('point_entries');
revoke update, delete on point_entries from learnt_app;

-- What finishing a document earns.
create table point_rules (
  tenant_id text not null,
  document_id uuid not null,
  amount integer not null constraint point_rule_amount check (amount > 0),
  repeats text not null constraint point_rule_repeats check (repeats in ('once', 'cycle')),
  monthly_budget integer,
  primary key (tenant_id, document_id),
  constraint point_rule_of_document foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
select make_tenant_table('point_rules');

-- What holds for all points of a tenant; one row, or none for the defaults.
create table point_settings (
  tenant_id text not null,
  expire_after_months integer,
  daily_cap integer,
  cool_down_minutes integer not null default 0,
  leaderboard boolean not null default false,
  primary key (tenant_id)
);
select make_tenant_table('point_settings');

alter table memberships add column stays_off_leaderboard boolean not null default false;
alter table memberships add constraint points_not_below_zero check (reward_points_count >= 0) not valid;
