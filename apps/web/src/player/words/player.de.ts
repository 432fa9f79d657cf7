import type { German } from '../../words/catalogues.ts'
import type { player as English } from './player.en.ts'

export const player: German<typeof English> = {
  loading: 'Wird geöffnet …',
  contents: 'Inhalt',
  closeContents: 'Inhalt schließen',
  previous: 'Zurück',
  next: 'Weiter',
  previousTo: 'Zurück: {{title}}',
  nextTo: 'Weiter: {{title}}',
  suspend: 'Speichern und schließen',
  noPrevious: 'Das ist der erste Teil',
  noNext: 'Das ist der letzte Teil',
  notOffered: 'In diesem Paket nicht verfügbar',
  choose: 'Wählen Sie einen Teil zum Beginnen',
  finished: 'Dieser Teil ist abgeschlossen.',
  frame: 'Inhalt von {{title}}',
  status: {
    notAttempted: 'Nicht begonnen',
    browsed: 'Angesehen',
    incomplete: 'In Bearbeitung',
    completed: 'Abgeschlossen',
    passed: 'Bestanden',
    failed: 'Nicht bestanden',
  },
  lock: {
    locked: 'Erledigen Sie zuerst die anderen Teile',
    noChoice: 'Dieser Teil ist über „Weiter“ und „Zurück“ zu erreichen',
    noReturn: 'Sie können nicht zu früheren Teilen zurückkehren',
  },
  review: 'Sie sehen es sich noch einmal an. Nichts wird aufgezeichnet.',
  browse: 'Vorschau. Nichts wird aufgezeichnet.',
  timeLimit: 'Die Zeit für diesen Teil ist abgelaufen.',
  error: {
    'state-failed': 'Der Kurs konnte nicht geöffnet werden. Vielleicht ist die Verbindung unterbrochen.',
    'not-allowed':
      'Dieser Kurs kann hier nicht mehr aufgezeichnet werden. Schließen Sie ihn und öffnen Sie ihn erneut.',
    stale:
      'Dieser Kurs wurde in einem anderen Fenster oder auf einem anderen Gerät geöffnet. Was Sie in diesem Fenster tun, wird nicht aufgezeichnet.',
    refused: 'Das Paket hat Daten gesendet, die nicht aufgezeichnet werden können.',
    'nothing-to-open': 'Dieses Paket hat keinen Teil, der jetzt geöffnet werden kann.',
    'storage-full':
      'Dieser Browser kann Ihre Arbeit nicht speichern. Bleiben Sie verbunden, bis alles gespeichert ist.',
    protocol: 'Der Kurs konnte nicht geöffnet werden. Laden Sie die Seite neu.',
  },
  retry: 'Erneut versuchen',
}
