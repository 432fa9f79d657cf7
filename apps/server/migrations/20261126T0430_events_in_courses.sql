-- An event as a step of a course: which version of which course asks for it.

alter table course_activities add column event_id uuid;
-- squawk-ignore require-concurrent-index-creation
create index course_activities_by_event on course_activities (tenant_id, event_id) where event_id is not null;
