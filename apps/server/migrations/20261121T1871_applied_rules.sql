-- What a rule said when everybody had what it gives: the same rule saved again has nothing to do, and nobody is looked at
-- to find that out. Null: not known, or not all of it is written.
alter table permissions add column applied_sign text;
