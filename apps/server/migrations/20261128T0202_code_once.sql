-- no transaction
-- A code of check-in counts once for a person, also when it is sent twice at the same moment. The id stands for scans without
-- a code of the screen: a merge of two people compares the columns of this index.
create unique index concurrently if not exists code_once_for_a_person
  on event_scans (tenant_id, session_id, user_id, (coalesce(code_step::text, id::text)))
  where code_step is not null and result in ('counted', 'late', 'lateRefused');
