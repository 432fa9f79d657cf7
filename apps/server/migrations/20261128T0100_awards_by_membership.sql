-- Through which membership a badge came that is for no assignment: who looks after that membership sees it, also when the
-- person comes into a further team later. Null: of the whole person.
alter table badge_awards add column membership_id text;

alter table badge_awards no force row level security;
alter table memberships no force row level security;
update badge_awards g set membership_id = one.id
from (
  select tenant_id, user_id, min(id) as id from memberships group by tenant_id, user_id having count(*) = 1
) one
where one.tenant_id = g.tenant_id and one.user_id = g.user_id and g.assignment_id is null;
alter table memberships force row level security;
alter table badge_awards force row level security;
