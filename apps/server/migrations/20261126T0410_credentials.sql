-- Keys with which a tenant signs the credentials of its badges. A replaced key stays, without its secret half, so that what
-- it signed stays verifiable.
create table issuer_keys (
  tenant_id text not null,
  id uuid not null,
  public_key text not null,
  -- Encrypted with the key of the installation; null: it was replaced.
  sealed_key text,
  -- Null: made with the first signature.
  created_by uuid,
  created_at timestamptz not null,
  replaced_at timestamptz,
  primary key (tenant_id, id),
  constraint current_key_is_sealed check ((replaced_at is null) = (sealed_key is not null))
);
create unique index issuer_key_once on issuer_keys (tenant_id) where replaced_at is null;
select make_tenant_table('issuer_keys');

-- Bitstring Status Lists. The seed shuffles the places of a list, so that a place tells nothing about the order of awards,
-- and draws the places that look revoked and are nobody's.
create table status_lists (
  tenant_id text not null,
  number integer not null,
  seed text not null,
  created_at timestamptz not null,
  primary key (tenant_id, number)
);
select make_tenant_table('status_lists');

-- squawk-ignore require-concurrent-index-creation
create index badge_awards_revoked on badge_awards (tenant_id, status_position) where revoked_at is not null;
