-- The reset of a course's published content; null: it is not reset.
alter table documents add column reset jsonb;
-- squawk-ignore require-concurrent-index-creation
create index documents_that_reset on documents (tenant_id, id) where reset is not null;

-- Of an earlier cycle that was finished: the last day on which it counts, as the setting was when the cycle ended.
alter table assignments add column valid_until date;
