create or replace function control.count_list_rows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- The transition tables exist for some operations only.
  if tg_op = 'INSERT' and tg_table_name = 'memberships' then
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, 'members', team_id, status, count(*) from became group by 1, 3, 4;
  elsif tg_op = 'DELETE' and tg_table_name = 'memberships' then
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, 'members', team_id, status, -count(*) from was group by 1, 3, 4;
  elsif tg_table_name = 'memberships' then
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, 'members', team_id, status, sum(sign) from (
      select tenant_id, team_id, status, 1 as sign from became union all select tenant_id, team_id, status, -1 from was
    ) rows group by 1, 3, 4 having sum(sign) <> 0;
  elsif tg_table_name = 'courses' then
    -- The name and shape of documents in backups from before 20261125T1800_documents.sql.
    if tg_op = 'INSERT' then
      insert into list_count_deltas (tenant_id, list, team_id, status, change)
      select tenant_id, 'courses', '', status, count(*) from became group by 1, 4;
    end if;
  elsif tg_op = 'INSERT' then
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, type, '', status, count(*) from became group by 1, 2, 4;
  elsif tg_op = 'DELETE' then
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, type, '', status, -count(*) from was group by 1, 2, 4;
  else
    insert into list_count_deltas (tenant_id, list, team_id, status, change)
    select tenant_id, type, '', status, sum(sign) from (
      select tenant_id, type, status, 1 as sign from became union all select tenant_id, type, status, -1 from was
    ) rows group by 1, 2, 4 having sum(sign) <> 0;
  end if;
  return null;
end $$;
