-- Due dates may count from the first sign-in. Before this only whether there was one was kept: of those, the day on which
-- the membership was made stands for it.
alter table memberships add column first_signed_in_at timestamptz;
alter table memberships no force row level security;
update memberships set first_signed_in_at = created_at where has_logged_in;
alter table memberships force row level security;

-- The document from whose end a due date counts. There are few permissions: the rewrite takes a moment.
alter table permissions add column due_document_id uuid
  -- squawk-ignore adding-field-with-default
  generated always as (case when due->>'kind' = 'finish' then (due->>'documentId')::uuid end) stored;
-- squawk-ignore require-concurrent-index-creation
create index permissions_by_due_document on permissions (tenant_id, due_document_id) where due_document_id is not null;

-- It takes the time as well now.
drop function if exists public.note_first_sign_in(text);
