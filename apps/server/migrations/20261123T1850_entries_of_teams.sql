-- no transaction
-- Whose matter an entry and a mail are: who is in a team may change, and whoever adds people to it could add anybody.

-- The team in which the actor was. Null: in none, as the installation itself, or written before; then it is nobody's but
-- theirs who see the whole tenant.
alter table audit_entries add column if not exists actor_team_id text;

-- The team for which it was written. Null: written before.
alter table mails add column if not exists team_id text;

-- Nobody waits while they are made; a stop half-way leaves one that is not valid. What was written before is in no team's
-- list, and entries about memberships are found by those.
drop index concurrently if exists audit_entries_of_team;
create index concurrently if not exists audit_entries_of_team on audit_entries (tenant_id, actor_team_id, at desc, id desc)
  where actor_team_id is not null and subject_type <> 'membership';
drop index concurrently if exists mails_of_team;
create index concurrently if not exists mails_of_team on mails (tenant_id, team_id, created_at desc, id desc)
  where team_id is not null;
