import type { German } from '../../../words/catalogues.ts'
import type { records as English } from './records.en.ts'

export const records: German<typeof English> = {
  title: 'Was gesehen wurde',
  backToCourse: 'Zurück zum Kurs',
  backToReport: 'Zurück zum Bericht',
  nothing: 'Noch nichts gesehen',
  nothingText: 'Die Aufzeichnung beginnt, wenn der Kurs zum ersten Mal geöffnet wird.',
  readOnly: 'Dies ist Version {{number}}, genau wie sie war. Hier wird nichts aufgezeichnet.',
  version: 'Version',
  since: 'Version {{number}}, seit {{from}}',
  during: 'Version {{number}}, {{from}} bis {{until}}',
  score: 'Ergebnis {{percent}} %',
  started: 'Begonnen',
  completed: 'Abgeschlossen',
  attempts: 'Versuche',
  attempt: 'Versuch {{number}}',
  elsewhere: 'Schritte, die nur andere Versionen enthalten',
  inVersions: '„{{title}}“, Version {{versions}}',
}
