-- Whether the published content of a course lets its people start over.
alter table documents add column may_start_over boolean not null default false;
