-- For which submission or certificate a file was uploaded; nothing else may name it. Null: for anything of who uploaded it.
alter table files add column subject_id uuid;
