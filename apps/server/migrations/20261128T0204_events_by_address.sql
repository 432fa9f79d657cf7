-- Events are found by where they take place. As keepSearchText() in features/events/commands/keep-places.ts.
-- include sql/functions/public.search_form.sql
alter table documents no force row level security;
alter table document_versions no force row level security;
alter table events no force row level security;
alter table event_sessions no force row level security;
alter table event_rooms no force row level security;
update documents d set search_text = search_form(concat_ws(E'\n', d.title, d.description, d.category, array_to_string(d.tags, E'\n'), v.content ->> 'address',
  (select string_agg(concat_ws(E'\n', s.address, room.name, room.address), E'\n' order by s.number)
    from event_sessions s left join event_rooms room on room.tenant_id = s.tenant_id and room.id = s.room_id
    where s.tenant_id = d.tenant_id and s.event_id = d.id and s.dropped_at is null)))
from events e join document_versions v on v.tenant_id = e.tenant_id and v.id = e.version_id where d.tenant_id = e.tenant_id and e.id = d.id;
alter table documents force row level security;
alter table document_versions force row level security;
alter table events force row level security;
alter table event_sessions force row level security;
alter table event_rooms force row level security;
