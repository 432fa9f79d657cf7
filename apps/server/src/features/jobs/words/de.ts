import type { en as English } from './en.ts'

export const de: typeof English = {
  reason: {
    jobEnded: 'Dieser Auftrag ist schon beendet.',
    jobNotEnded: 'Nur ein fehlgeschlagener oder abgebrochener Auftrag kann wiederholt werden.',
    notYourJob: 'Nur wer diesen Auftrag gestartet hat, kann ihn wiederholen.',
  },
  jobs: { outcome: { done: 'erledigt', skipped: 'übersprungen', failed: 'fehlgeschlagen' } },
  dataExports: { files: { jobs: 'Aufträge, die Sie gestartet haben.' } },
  audit: {
    actions: {
      jobs: {
        cancel: 'Auftrag abgebrochen',
        exportRows: 'Zeilen eines Auftrags exportiert',
        retry: 'Auftrag erneut gestartet',
      },
    },
    subjects: { job: 'Auftrag' },
  },
}
