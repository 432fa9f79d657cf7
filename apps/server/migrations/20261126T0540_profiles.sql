-- What people say of themselves: a picture, the name they are called by, further addresses.
alter table files drop constraint file_purpose_is_known;
alter table files add constraint file_purpose_is_known
  check (purpose in ('video', 'audio', 'captions', 'document', 'image', 'package', 'team', 'answer', 'feed', 'avatar')) not valid;

alter table memberships
  -- What the person is called in place of the first name; the same in all teams of the tenant.
  add column preferred_name text not null default '';
alter table memberships
  -- The first name that people of the tenant see. The rewrite of 100,000 rows takes a few seconds.
  add column shown_first_name text not null
  -- squawk-ignore adding-field-with-default
  generated always as (coalesce(nullif(preferred_name, ''), first_name)) stored;

alter table control.account_links drop constraint account_links_kind_check;
alter table control.account_links add constraint account_links_kind_check
  check (kind in ('resetPassword', 'verifyEmail', 'register', 'addEmail')) not valid;

-- Whose each address is, that of the account and the further ones alike: written by a trigger, so that of two people who
-- come to the same address at the same moment one gets it.
create table control.user_addresses (
  address text constraint address_of_one_person primary key,
  user_id uuid not null references control.users (id) on delete cascade
);
create index user_addresses_by_user on control.user_addresses (user_id);
insert into control.user_addresses (address, user_id) select email, id from control.users where email is not null;
insert into control.user_addresses (address, user_id)
select a.address, u.id from control.users u, unnest(u.additional_emails) a (address) on conflict do nothing;

-- include sql/functions/control.keep_addresses.sql
create trigger address_came after insert on control.users referencing new table as became
  for each statement execute function control.keep_addresses();
create trigger address_changed after update on control.users referencing new table as became
  for each statement execute function control.keep_addresses();
