-- As text is searched: the same as searchForm() of the contract, which a test compares. Without capitals and accents, and
-- with letters that people type instead of those that their keyboard has not.
create or replace function public.search_form(given text) returns text
  language sql immutable parallel safe
as $$
  select normalize(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u0652\u0670]', '', 'g')),
        'øłđðħıς', 'olddhiσ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    NFC)
$$;

grant execute on function public.search_form to learnt_app;
