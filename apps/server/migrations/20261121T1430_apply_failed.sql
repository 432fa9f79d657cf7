-- The job that was to write a rule's rows ended without it: the rule is shown as not applied until it is tried again.
alter table permissions add column apply_failed boolean not null default false;
