alter table memberships validate constraint points_not_below_zero;
