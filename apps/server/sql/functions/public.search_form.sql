-- Normalises text for searching, like searchForm() of the contract (a test compares them): no capitals, accents,
-- apostrophes, hyphens or invisible characters, and common substitutes for letters that keyboards lack.
create or replace function public.search_form(given text) returns text
  language sql immutable parallel safe
as $$
  select normalize(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(translate(given, U&'\1680\00B4\1FBD\1FBF\1FFD\1FFE', ' '), NFKD),
          '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u0652\u0670''`\u00ad\u02b9-\u02bf\u02c8\u058a\u055a\u05be\u05f3\u061c\u1806\u180b-\u180f\u200b-\u200f\u2010-\u2015\u2018-\u201b\u202a-\u202e\u2032\u2035\u2043\u2060-\u206f\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\ua78c\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef-]',
          '', 'g')),
        'øłđðħıς', 'olddhiσ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    NFC)
$$;

grant execute on function public.search_form to learnt_app;
