-- Everything about one person and one event that changing its seats needs: lock-event.ts explains the columns.
create or replace function public.event_standing(wanted uuid, person uuid, here text[]) returns jsonb
  language plpgsql stable
as $$
declare
  member record;
  given record;
  registered record;
  gives boolean;
  is_here boolean;
begin
  select r.id, r.state, r.number, r.offer_until, r.request_id, r.membership_id into registered
  from registrations r where r.event_id = wanted and r.user_id = person;
  select a.id, a.is_active, a.needs_request, a.waits_for into given from assignments a
  where a.user_id = person and a.document_type = 'event' and a.document_id = wanted order by a.cycle desc limit 1;
  -- The seat's membership, else the one through which the person has the event. It decides who may see the seat.
  select m.id, m.shown_first_name, m.last_name, m.all_managers, m.status into member from memberships m
  where m.user_id = person
  order by m.status = 'active' desc, registered.state not in ('cancelled', 'waiting-cancelled') and m.id = registered.membership_id desc nulls last,
    exists (select from assignment_sources s where s.assignment_id = given.id and s.membership_id = m.id) desc, m.is_primary desc limit 1;
  gives := coalesce(given.is_active and not given.needs_request, false);
  is_here := coalesce(member.status = any (here), false);
  return jsonb_build_object('userId', person, 'membershipId', member.id, 'name', rtrim(member.shown_first_name || ' ' || member.last_name),
    'registrationId', registered.id, 'state', registered.state, 'number', registered.number, 'offerUntil', registered.offer_until,
    'requestId', registered.request_id, 'assignmentId', given.id, 'isGiven', gives and is_here,
    'hasStep', case when gives or not is_here then false else exists (select from event_steps_of(wanted, person)) end,
    'waitsFor', given.waits_for, 'managers', coalesce(to_jsonb(member.all_managers), '[]'));
end
$$;

grant execute on function public.event_standing to learnt_app;
