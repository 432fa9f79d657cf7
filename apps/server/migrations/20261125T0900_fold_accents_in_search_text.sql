-- Search leaves accents out (docs/decisions/0012-search.md): so does the text that is searched. As public.search_form(),
-- which is made only after this.
alter table memberships no force row level security;
update memberships set search_text = normalize(
  replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(search_text, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u0652\u0670]', '', 'g')),
      'øłđðħıς', 'olddhiσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  NFC)
where search_text ~ '[^\x01-\x7f]';
alter table memberships force row level security;

alter table courses no force row level security;
update courses set search_text = normalize(
  replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(search_text, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u0652\u0670]', '', 'g')),
      'øłđðħıς', 'olddhiσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  NFC)
where search_text ~ '[^\x01-\x7f]';
alter table courses force row level security;
