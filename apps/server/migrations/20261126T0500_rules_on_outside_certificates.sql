-- Rules of badges may ask for a confirmed certificate that was earned elsewhere, so its confirmation is a cause. Earlier
-- versions read only the causes that they have just written.
alter table causes drop constraint cause_kind_is_known;
alter table causes add constraint cause_kind_is_known check (kind in ('finished', 'voided', 'points', 'outside')) not valid;

-- Words that must stand in its title and its issuer; '': any.
alter table badge_rules add column title_words text not null default '';
alter table badge_rules add column issuer_words text not null default '';
alter table badge_rules drop constraint badge_rule_kind_is_known;
alter table badge_rules add constraint badge_rule_kind_is_known check (kind in ('finished', 'count', 'streak', 'points', 'outside')) not valid;

alter table badge_awards drop constraint award_kind_is_known;
alter table badge_awards add constraint award_kind_is_known
  check (kind in ('hand', 'finished', 'count', 'streak', 'points', 'outside')) not valid;
