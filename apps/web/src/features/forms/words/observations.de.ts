import type { German } from '../../../words/catalogues.ts'
import type { observations as english } from './observations.en.ts'

export const observations: German<typeof english> = {
  tabs: {
    forms: 'Formulare',
    submissions: 'Einreichungen',
    review: 'Formulare meiner Lernenden',
    observe: 'Zu beobachten',
  },
  people: 'Personen, die Sie beobachten',
  search: 'Personen suchen',
  nobody: 'Niemand zu beobachten',
  nobodyText: 'Hier erscheinen Personen mit einer Beobachtung, die Sie ausfüllen.',
  columns: {
    person: 'Person',
    form: 'Formular',
    state: 'Status',
    due: 'Fällig',
    saved: 'Gespeichert',
    observe: 'Beobachtung',
  },
  observe: 'Beobachten',
  observeOne: 'Beobachten: {{name}}, {{title}}',
  continue: 'Fortsetzen',
  continueOne: 'Fortsetzen: {{name}}, {{title}}',
  about: 'Beobachtung von {{name}}',
  toPeople: 'Personen, die Sie beobachten',
  waitsForPerson:
    'Was Sie antworten, ist gespeichert. {{name}} reicht zuerst den eigenen Teil ein; danach können Sie die Beobachtung beurteilen.',
  comment: 'Kommentar für {{name}}',
  competent: 'Kompetent',
  notCompetent: 'Nicht kompetent',
  later: 'Einreichen und später beurteilen',
  sure: {
    competent: 'Ist {{name}} kompetent?',
    notCompetent: 'Ist {{name}} noch nicht kompetent?',
    later: 'Beobachtung einreichen?',
  },
  sureText: '{{name}} wird benachrichtigt und sieht die Antworten.',
  sureLater: 'Sie wartet dann auf das Urteil. Bis dahin können Sie Ihre Antworten noch ändern.',
  done: {
    competent: '{{name}} ist kompetent.',
    notCompetent: '{{name}} ist noch nicht kompetent.',
    markingRequired: 'Die Beobachtung von {{name}} wartet auf das Urteil.',
  },
  submitWaits:
    'Sie sind offline. Die Beobachtung wartet auf diesem Gerät und wird gesendet, sobald es eine Verbindung gibt. Wenn Sie die Seite schließen, öffnen Sie die Beobachtung auf diesem Gerät wieder.',
  fillIn: 'Beobachtung ausfüllen',
}
