-- How the text of a document is encoded, as somebody said; empty: found out.
alter table prepared_files add column encoding text not null default '';

-- How the file of a run was read in the end, and how many of its rows were short: {"encoding": "", "delimiter": "", "basis": "", "shortRows": 0}.
alter table feed_runs add column read_as jsonb not null default '{}';

-- The encodings that somebody chose for the last file of people, and of completions; empty: none.
alter table feed_settings
  add column encoding text not null default '',
  add column completion_encoding text not null default '';
