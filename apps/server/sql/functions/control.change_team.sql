create or replace function control.change_team(of_team text, change jsonb, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = control, pg_temp as $$
begin
  update control.teams t
     set support_email = coalesce(change ->> 'supportEmail', t.support_email),
         terms_and_conditions_url = coalesce(change ->> 'termsAndConditionsUrl', t.terms_and_conditions_url),
         registration_tags = case when change ? 'registrationTags'
           then coalesce((select array_agg(x) from jsonb_array_elements_text(change -> 'registrationTags') x), '{}')
           else t.registration_tags end,
         updated_at = moment
   where t.id = of_team and t.tenant_id = public.current_tenant() and t.status <> 'deleted';
  return found;
end $$;

grant execute on function control.change_team to learnt_app;
