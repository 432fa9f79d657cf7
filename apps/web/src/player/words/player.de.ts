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
  notOffered: 'Das Paket bietet das hier nicht an',
  choose: 'Wählen Sie den Teil, mit dem Sie beginnen',
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
    locked: 'Zuerst müssen andere Teile erledigt werden',
    noChoice: 'Nur über „Weiter“ und „Zurück“ zu erreichen',
    noReturn: 'Zu früheren Teilen führt kein Weg zurück',
  },
  review: 'Sie sehen es sich noch einmal an. Nichts wird aufgezeichnet.',
  browse: 'Vorschau. Nichts wird aufgezeichnet.',
  timeLimit: 'Die Zeit für diesen Teil ist abgelaufen.',
  error: {
    'state-failed': 'Der Kurs konnte nicht geöffnet werden. Vielleicht ist die Verbindung unterbrochen.',
    'not-allowed':
      'Dieser Kurs kann hier nicht mehr aufgezeichnet werden. Schließen Sie ihn und öffnen Sie ihn erneut.',
    stale:
      'Dieser Kurs wurde in einem anderen Fenster oder auf einem anderen Gerät geöffnet. Was Sie in diesem Fenster tun, wird nicht mehr aufgezeichnet.',
    refused: 'Das Paket hat etwas gesendet, das nicht aufgezeichnet werden kann.',
    'nothing-to-open': 'In diesem Paket gibt es nichts, das jetzt geöffnet werden kann.',
    'storage-full': 'Dieser Browser bewahrt nichts auf. Bleiben Sie verbunden, bis alles gespeichert ist.',
    protocol: 'Der Kurs konnte nicht geöffnet werden. Laden Sie die Seite neu.',
  },
  retry: 'Erneut versuchen',
}
