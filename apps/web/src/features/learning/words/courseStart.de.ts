import type { German } from '../../../words/catalogues.ts'
import type { courseStart as English } from './courseStart.en.ts'

export const courseStart: German<typeof English> = {
  start: 'Kurs beginnen',
  goOn: 'Zum Kurs',
  author: 'Verfasst von',
  contains: 'Was er enthält',
  facts: 'Auf einen Blick',
  duration: 'Dauer',
  minutes_one: '{{count}} Minute',
  minutes_other: '{{count}} Minuten',
  steps: 'Schritte',
  due: 'Fällig',
  optional: 'Freiwillig',
  valid: 'Gültig bis',
  version: 'Version',
  versionNumber: 'Version {{number}}',
  rating: 'Bewertung',
  noRating: 'Noch zu wenige Bewertungen',
  prerequisites: 'Vorher abzuschließen',
  done: 'Sie haben es abgeschlossen',
  open: 'Noch nicht abgeschlossen: Bis dahin bleibt der Kurs gesperrt',
  overdue: 'War fällig am {{date}}',
}
