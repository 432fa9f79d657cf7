-- Holds the rules' lock with others, then these people, until the transaction ends: of two changes of one person at once the
-- second waits, and what it asks afterwards sees the first.
create or replace function public.hold_people(people uuid[]) returns void
  language plpgsql
as $$
begin
  perform hold_lock('rules', false);
  perform from memberships where user_id = any (people) order by id for no key update;
end
$$;

grant execute on function public.hold_people to learnt_app;
