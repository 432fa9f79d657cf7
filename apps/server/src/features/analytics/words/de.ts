import type { en as English } from './en.ts'

export const de: typeof English = {
  dataExports: { files: { analytics: 'Aufgezeichnete Nutzung der Seiten.' } },
}
