-- What lists of people search in is worked out by the database from here on (decision 0075). A column of its own, since the
-- version before still writes search_text, and writing a generated column is an error; a later version drops that one.
-- The table is rewritten: with 100,000 people nobody reads or writes them for 5 to 10 seconds. Without the index on
-- search_text, which nothing reads by it any more, it takes half as long.
-- include sql/functions/public.search_form.sql
-- squawk-ignore require-concurrent-index-deletion
drop index if exists memberships_search;
alter table memberships
  add column search_words text not null
  -- squawk-ignore adding-field-with-default
  generated always as (public.search_form(ltrim(
    first_name || coalesce(' ' || nullif(last_name, ''), '') || coalesce(' ' || nullif(email, ''), '')
      || coalesce(' ' || nullif(username, ''), '') || coalesce(' ' || nullif(employee_id, ''), '')
      || coalesce(' ' || nullif(preferred_name, ''), '')))) stored;
