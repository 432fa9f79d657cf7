-- Answers to anonymous forms are told in groups of five of one version. What was told beyond the complete groups of its
-- version is told no more, and joins nobody: whoever kept an older file would know the others of that group.
alter table anonymous_answers no force row level security;
with placed as (
  select tenant_id, id, row_number() over of_version as place,
    count(*) over (partition by tenant_id, form_id, version_id) as total
  from anonymous_answers where is_told window of_version as (partition by tenant_id, form_id, version_id order by id)
)
update anonymous_answers a set is_told = false, is_fresh = false
from placed p where p.tenant_id = a.tenant_id and p.id = a.id and p.place > p.total - p.total % 5;
alter table anonymous_answers force row level security;
