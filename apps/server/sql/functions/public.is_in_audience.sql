-- Whether a person belongs to a saved audience: an active membership matches its rule, or they have an active
-- membership and are on its list. Must equal matchesRule() of the server; a test compares them.
create or replace function public.is_in_audience(wanted uuid, person uuid) returns boolean
  language sql stable
as $$
  select exists (
    select from audiences a join memberships m on m.user_id = person and m.status = 'active'
    where a.id = wanted and case when a.kind = 'people'
      then exists (select from audience_people listed where listed.audience_id = a.id and listed.user_id = person)
      else (a.rule ->> 'everyone')::boolean is true or exists (
        select from jsonb_array_elements(jsonb_build_array(a.rule -> 'rule') || coalesce(a.rule -> 'groups', '[]')) map(asks)
        where map.asks <> '{}' and not exists (
          select from jsonb_each(map.asks) one(field, accepted)
          cross join lateral (
            select to_jsonb(m) -> lower(regexp_replace(one.field, '([A-Z])', '_\1', 'g')) as held
          ) member
          where not exists (
            select from jsonb_array_elements(one.accepted) given(value)
            -- As textOfRuleValue(): stored values keep the form in which they were entered.
            cross join lateral (
              select btrim(regexp_replace(normalize(case jsonb_typeof(given.value) when 'object' then given.value ->> 'value' else given.value #>> '{}' end, nfc),
                '[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+', ' ', 'g')) as value
            ) text_of
            where case jsonb_typeof(member.held) when 'array' then member.held ? text_of.value else member.held #>> '{}' = text_of.value end
          )
        )) end)
$$;

grant execute on function public.is_in_audience to learnt_app;
