import type { en as English } from './en.ts'

export const de: typeof English = {
  views: {
    scheduled: 'Diese Ansicht wird per E-Mail verschickt. Entfernen Sie zuerst ihren Zeitplan.',
    tooMany: 'Für diese Liste gibt es schon 50 gespeicherte Ansichten. Entfernen Sie zuerst eine.',
  },
  dataExports: { files: { views: 'Ansichten von Listen, die Sie gespeichert haben.' } },
}
