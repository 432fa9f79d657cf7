-- Apart from the change itself, so that nobody waits while the rows are read.
alter table progress_deltas validate constraint delta_sign_is_known;
