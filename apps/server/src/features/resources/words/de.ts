import type { en as English } from './en.ts'

export const de: typeof English = {
  resources: {
    fileUnknown: 'Diese Datei gibt es nicht mehr.',
    fileKind: 'Eine Datei dieser Art kann hier nicht verwendet werden.',
    problem: {
      urlMissing: 'Die Adresse fehlt.',
      fileMissing: 'Die Datei fehlt.',
    },
  },
}
