-- Copies the activities of a course version into the table that reports read.
create or replace function public.keep_activities(of_version uuid) returns void
  language sql
as $$
  insert into course_activities (version_id, activity_id, document_id, place, kind, title, event_id)
  select v.id, (a.step ->> 'id')::uuid, v.document_id, row_number() over (order by s.place, a.place), a.step ->> 'kind', a.step ->> 'title',
    case when a.step ->> 'kind' = 'event' then (a.step ->> 'eventId')::uuid end
  from document_versions v
  cross join lateral jsonb_array_elements(v.content -> 'sections') with ordinality s(section, place)
  cross join lateral jsonb_array_elements(s.section -> 'activities') with ordinality a(step, place)
  where v.id = of_version
  on conflict do nothing
$$;

grant execute on function public.keep_activities to learnt_app;
