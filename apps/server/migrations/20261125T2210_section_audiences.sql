-- A section of a pathway may be required of the people of one saved audience only; for everybody else its steps are
-- optional. Null: of everybody. No foreign key: a version that only people who have finished stay on may name one that is gone.
alter table document_sections add column audience_id uuid;
