-- The days of a date that counts from the day on which something was given by hand; null: a fixed day, or no date.
-- What a document had been given before it was published counts from then.
alter table assignment_sources add column due_days integer;
