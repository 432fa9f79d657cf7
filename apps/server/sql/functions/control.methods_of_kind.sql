-- Sign-in methods (auth_methods) that a kind of provider provides.
create or replace function control.methods_of_kind(kind text) returns text[]
language sql immutable security definer set search_path = control, pg_temp as $$
  select case kind when 'auth0' then array['sso'] when 'oidc' then array['sso'] when 'okta' then array['okta', 'widget'] else array[kind] end
$$;
