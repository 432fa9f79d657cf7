-- Steps of a person's courses that name an event, in the versions that they are on. In a later cycle, an event counts
-- if it ends after that cycle began.
create or replace function public.event_steps_of(wanted uuid, person uuid) returns table (assignment_id uuid, activity_id uuid)
  language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  select a.id, x.activity_id from course_activities x
  join documents d on d.id = x.document_id and d.status in ('published', 'publishedwithdraft')
  join assignments a on a.document_type = 'course' and a.document_id = x.document_id and a.user_id = person
  join events e on e.id = x.event_id
  where x.event_id = wanted and x.version_id = coalesce(a.version_id, d.published_version_id)
    and a.is_active and not a.needs_request and a.ended_at is null
    and (a.cycle = 0 or e.last_at is null or e.last_at > a.assigned_at)
  order by a.id, x.activity_id;
end
$$;

grant execute on function public.event_steps_of to learnt_app;
