-- For what was counted since a day, and for what is old enough to be deleted. Events wait while it is made; pages do not.
-- squawk-ignore require-concurrent-index-creation
create index analytics_events_by_age on analytics_events (tenant_id, at);
