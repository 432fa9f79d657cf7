import type { en as English } from './en.ts'

export const de: typeof English = {
  audit: {
    actions: { packages: { import: 'Paketimport gestartet', store: 'Paket gespeichert' } },
    subjects: { package: 'Paket' },
  },
}
