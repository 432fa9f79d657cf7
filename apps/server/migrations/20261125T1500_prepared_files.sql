-- Documents as the page shows them: prepared once from the stored file, which stays as it came.
create table prepared_files (
  tenant_id text not null,
  file_id uuid not null,
  state text not null default 'waiting'
    constraint prepared_state_is_known check (state in ('waiting', 'ready', 'failed')),
  -- Changes each time somebody asks for it: only the task that bears it may write.
  run_id uuid not null,
  -- The reader's part of the contract's DocumentOutline.
  outline jsonb not null default '{}',
  -- Why it cannot be shown; '' unless it failed.
  reason text not null default '',
  -- Its words without any markup, for search; the beginning of a long file.
  text text not null default '',
  asked_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, file_id),
  constraint prepared_of_file foreign key (tenant_id, file_id) references files (tenant_id, id) on delete cascade
);
select make_tenant_table('prepared_files');

-- Pages of text, ranges of rows and slides.
create table prepared_parts (
  tenant_id text not null,
  file_id uuid not null,
  number integer not null,
  -- The contract's DocumentPart as JSON; pictures are named by the ids of their files.
  body text not null,
  primary key (tenant_id, file_id, number),
  constraint part_of_prepared_file foreign key (tenant_id, file_id)
    references prepared_files (tenant_id, file_id) on delete cascade
);
select make_tenant_table('prepared_parts');
