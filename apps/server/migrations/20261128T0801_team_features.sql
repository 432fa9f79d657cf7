-- Parts of the product that the tenant has and this team does not use.
alter table control.teams add column features_off text[] not null default '{}';
