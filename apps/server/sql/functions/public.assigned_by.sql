-- Whether an assignment was given through one of these memberships, or by a rule for everyone; a step of a container
-- goes by how the container was given. Decides what a membership opens to those who look after it:
-- docs/decisions/0031-what-a-membership-opens.md. An earlier cycle goes by how it was given then.
create or replace function public.assigned_by(of_assignment uuid, through text[]) returns boolean
  language sql stable
as $$
  with recursive given as (
    select s.kind, s.source_id, s.membership_id from assignment_sources s where s.assignment_id = of_assignment
    union
    select e.kind, e.source_id, e.membership_id from earlier_sources e where e.assignment_id = of_assignment
    union
    select s.kind, s.source_id, s.membership_id
      from given g join assignment_sources s on s.assignment_id = g.source_id where g.kind in ('bundle', 'pathway', 'learningPackage')
  )
  select exists (
    select from given g left join permissions p on g.kind = 'rule' and p.id = g.source_id
     where g.membership_id = any (through) or (p.rule ->> 'everyone')::boolean)
$$;

grant execute on function public.assigned_by to learnt_app;
