import type { German } from '../../../words/catalogues.ts'
import type { ratings as english } from './ratings.en.ts'

export const ratings: German<typeof english> = {
  title: 'Wie war es?',
  own: 'Ihre Bewertung',
  stars_one: '{{count}} Stern',
  stars_other: '{{count}} Sterne',
  comment: 'Kommentar',
  commentHelp: 'Die Administration liest ihn. Andere Lernende nicht.',
  save: 'Bewertung senden',
  change: 'Bewertung ändern',
  saved: 'Danke für Ihre Bewertung.',
  choose: 'Wählen Sie einen bis fünf Sterne',
  tab: 'Bewertungen',
  person: 'Person',
  rating: 'Bewertung',
  when: 'Datum',
  search: 'Kommentare und Personen suchen',
  empty: 'Noch keine Bewertungen',
  emptyText: 'Bewerten kann, wer fertig ist.',
  summary_one: '{{average}} von 5 Sternen aus {{formatted}} Bewertung',
  summary_other: '{{average}} von 5 Sternen aus {{formatted}} Bewertungen',
}
