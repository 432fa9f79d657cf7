-- Who decides for a person on a day: their stand-in, that stand-in's own stand-in, and so on. A chain that is circular,
-- or leads to the applicant or to somebody who has left, leaves the decision with the person.
create or replace function public.stand_in_of(person uuid, applicant uuid, today date) returns uuid
  language sql stable
as $$
  with recursive chain(user_id, path) as (
    select person, array[person]
    union all
    select s.stand_in_id, c.path || s.stand_in_id
    from chain c join stand_ins s on s.user_id = c.user_id and today between s.from_day and s.until_day
    where s.stand_in_id <> all (c.path) and s.stand_in_id <> applicant
      and exists (select from memberships m where m.user_id = s.stand_in_id and m.status = 'active')
  )
  select coalesce((
    select c.user_id from chain c
    where not exists (select from stand_ins s where s.user_id = c.user_id and today between s.from_day and s.until_day)
    limit 1), person)
$$;

grant execute on function public.stand_in_of to learnt_app;
