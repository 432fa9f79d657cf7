-- What waits for another document is not overdue, on a past day neither.
alter table assignment_days add column waits_for uuid;

-- The figures were counted with it until now: the next daily check counts them anew.
alter table rollup_marks no force row level security;
update rollup_marks set folded_at = 'epoch' where name = 'recount';
alter table rollup_marks force row level security;
