import type { German } from '../../../words/catalogues.ts'
import type { resets as English } from './resets.en.ts'

export const resets: German<typeof English> = {
  title: 'Wiederholung',
  kind: 'Wiederholen',
  amount: 'Nach',
  unit: 'Einheit',
  day: 'Tag',
  month: 'Monat',
  opensBefore: 'Erneuern möglich (Tage vor dem Ende)',
  opensBeforeHelp: 'Ab dann kann erneuern, wer fertig ist. 0: nicht vor dem Ende.',
  closesAfter: 'Zu erledigen innerhalb (Tage nach dem Beginn)',
  closesAfterHelp: 'Leer: wie es die Regeln sagen.',
  stepsToo:
    'Beginnt das Ganze neu, beginnen damit auch die begonnenen Schritte neu. Ein Schritt, der sich selbst wiederholt, verschiebt das Ganze nie.',
  warnings: 'Erinnern (Tage vor dem Ende)',
  warningsHelp: 'Unter der Glocke und per E-Mail. Drücken Sie nach jeder Zahl die Eingabetaste.',
  preview: 'Was das bedeutet',
  first: 'Für jemanden, der es am {{from}} bekommt: Was abgeschlossen wird, ist gültig bis {{until}}.',
  later: 'Der nächste Zyklus ist ab {{from}} möglich. Er gilt vom {{start}} bis {{until}}.',
  laterDue: 'Der nächste Zyklus ist vom {{from}} bis {{due}} möglich. Er gilt vom {{start}} bis {{until}}.',
  kinds: {
    none: 'Nie',
    timeframe: 'Nach einer Zeit',
    fixedDate: 'An einem festen Tag jedes Jahres',
    month: 'Fällig in einem Monat jedes Jahres',
  },
  help: {
    none: 'Niemand muss es wiederholen.',
    timeframe: 'Zählt ab dem Tag der Zuweisung, danach ab dem letzten Beginn.',
    fixedDate: 'Alle beginnen an diesem Tag neu. Der 29. Februar ist in anderen Jahren der 28.',
    month: 'Alle beginnen am Ersten des Monats neu und haben bis zu seinem letzten Tag Zeit.',
  },
  units: {
    day: 'Tage',
    month: 'Monate',
    year: 'Jahre',
  },
  people_one: '{{count}} Person hat dies.',
  people_other: '{{count}} Personen haben dies.',
  beginNow_one: '{{count}} beginnt neu, sobald Sie veröffentlichen.',
  beginNow_other: '{{count}} beginnen neu, sobald Sie veröffentlichen.',
  unfinished_one: '{{count}} davon ist nicht fertig.',
  unfinished_other: '{{count}} davon sind nicht fertig.',
  next_one: 'Als Nächstes: {{count}} Person am {{day}}.',
  next_other: 'Als Nächstes: {{count}} Personen am {{day}}.',
}
