-- The step of a course that an attempt at a form belongs to; its assignment is the course's then. Null: the form itself was
-- given to the person, or an assessor fills it in.
alter table submissions add column activity_id uuid;

-- One open attempt: of a form that a person has, and of each step and cycle of a course.
-- squawk-ignore require-concurrent-index-deletion
drop index submission_open_once;
-- squawk-ignore require-concurrent-index-creation
create unique index submission_open_once on submissions (tenant_id, user_id, form_id)
  where state = 'inprogress' and activity_id is null;
-- squawk-ignore require-concurrent-index-creation
create unique index submission_of_step_open_once on submissions (tenant_id, assignment_id, activity_id, form_id)
  where state = 'inprogress' and activity_id is not null;
