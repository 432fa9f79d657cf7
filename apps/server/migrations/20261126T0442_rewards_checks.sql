alter table point_rules validate constraint point_rule_amount;
alter table point_entries validate constraint point_kind_is_known;
alter table point_entries validate constraint points_sign;
alter table requests validate constraint request_kind_is_known;
alter table requests validate constraint request_is_about_something;
