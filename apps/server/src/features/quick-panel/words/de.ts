import type { en as English } from './en.ts'

export const de: typeof English = {
  quickPanel: { tooManyNotes: 'Sie haben schon 100 Notizen. Entfernen Sie zuerst eine.' },
  dataExports: { files: { notes: 'Ihre Notizen.' } },
}
