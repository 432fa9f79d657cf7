-- Whether a valid certificate ends soon, by its own warnings, or has ended within the last 60 days, and the person has
-- no newer one for the same document.
create or replace function public.is_ending_certificate(c certificates, today date) returns boolean
language sql stable as $$
  select c.revoked_at is null and c.replaced_by is null and c.valid_until is not null
    and c.valid_until - today between -60 and coalesce((select max(days) from unnest(c.warnings) days), 30)
    and not exists (
      select from certificates later where later.tenant_id = c.tenant_id and later.user_id = c.user_id and later.document_id = c.document_id
        and later.revoked_at is null and later.replaced_by is null and later.issued_at > c.issued_at)
$$;

grant execute on function public.is_ending_certificate to learnt_app;
