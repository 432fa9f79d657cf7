import type { German } from '../../../words/catalogues.ts'
import type { jobs as English } from './jobs.en.ts'

export const jobs: German<typeof English> = {
  title: 'Aufträge',
  text: 'Hintergrundaufträge, 30 Tage lang aufbewahrt.',
  empty: 'Keine Aufträge in den letzten 30 Tagen',
  emptyText: 'Importe, Sammeländerungen und andere längere Arbeiten werden hier aufgeführt.',
  search: 'Nach Gegenstand oder Person suchen',
  columns: {
    name: 'Auftrag',
    state: 'Stand',
    progress: 'Fortschritt',
    createdBy: 'Gestartet von',
    createdAt: 'Gestartet',
    finishedAt: 'Beendet',
    result: 'Ergebnis',
  },
  filter: 'Stand',
  cancel: 'Abbrechen',
  retry: 'Wiederholen',
  open: 'Ergebnis öffnen',
  cancelTitle: '„{{name}}“ abbrechen?',
  cancelText: 'Bisherige Änderungen bleiben erhalten.',
  cancelled: '„{{name}}“ wird abgebrochen',
  retried: '„{{name}}“ wurde erneut gestartet',
}
