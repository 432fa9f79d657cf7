-- Locks an event, then reads what changing its seats needs: these people, and the people who may move because an offer
-- has ended, a window has opened or a seat is free. A function, so that plans are cached for each connection and each
-- statement sees what the former holder of the lock committed.
create or replace function public.lock_event(wanted uuid, persons uuid[], moment timestamptz, frees integer, here text[])
  returns table (event events, title text, document_status text, people jsonb, ended jsonb, admitted jsonb, waiters jsonb)
  language plpgsql
as $$
#variable_conflict use_column
declare
  held events;
begin
  select e.* into held from events e where e.id = wanted for no key update;
  if not found then
    return;
  end if;
  event := held;
  select d.title, d.status into title, document_status from documents d where d.id = wanted;
  select coalesce(jsonb_agg(event_standing(wanted, p.id, here)), '[]') into people from unnest(persons) p(id);
  ended := '[]';
  if held.offered > 0 then
    select coalesce(jsonb_agg(event_standing(wanted, s.user_id, here) order by s.number), '[]') into ended from (
      select r.user_id, r.number from registrations r
      where r.event_id = wanted and r.state = 'pending' and r.offer_until <= moment order by r.number limit 1000) s;
  end if;
  admitted := '[]';
  if held.approval = 'none' and held.opens_at <= moment then
    select coalesce(jsonb_agg(event_standing(wanted, s.user_id, here) order by s.number), '[]') into admitted from (
      select r.user_id, r.number from registrations r
      where r.event_id = wanted and r.state = 'registration' and r.request_id is null order by r.number limit 1000) s;
  end if;
  waiters := '[]';
  if held.waiting > 0 and (held.capacity is null or held.held + held.reserved < held.capacity + frees) then
    select coalesce(jsonb_agg(event_standing(wanted, s.user_id, here) order by s.number), '[]') into waiters from (
      select r.user_id, r.number from registrations r
      where r.event_id = wanted and r.state = 'waiting'
        and exists (select from memberships m where m.user_id = r.user_id and m.status = any (here))
        and case when exists (
          select from assignments a where a.user_id = r.user_id and a.document_type = 'event' and a.document_id = wanted
            and a.is_active and not a.needs_request and not exists (
              select from assignments later where later.user_id = a.user_id and later.document_type = 'event' and later.document_id = wanted and later.cycle > a.cycle))
          then true else exists (select from event_steps_of(wanted, r.user_id)) end
      order by r.number
      limit case when held.capacity is null then 1000 else held.capacity + frees - held.held - held.reserved end) s;
  end if;
  return next;
end
$$;

grant execute on function public.lock_event to learnt_app;
