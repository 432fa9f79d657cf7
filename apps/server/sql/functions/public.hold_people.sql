-- Takes the shared lock of the rules, then locks these people, until the transaction ends: of two parallel changes of a
-- person the second waits and then sees the first.
create or replace function public.hold_people(people uuid[]) returns void
  language plpgsql
as $$
begin
  perform hold_lock('rules', false);
  perform from memberships where user_id = any (people) order by id for no key update;
end
$$;

grant execute on function public.hold_people to learnt_app;
