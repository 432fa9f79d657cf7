-- Activity in an assignment that counts no more changes no figure, but it is the person's last activity: it is folded
-- with the sign 0, as a recount has it.
alter table progress_deltas drop constraint progress_deltas_sign_check;
alter table progress_deltas add constraint delta_sign_is_known check (sign in (-1, 0, 1)) not valid;
