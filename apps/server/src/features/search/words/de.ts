import type { en as English } from './en.ts'

export const de: typeof English = {
  search: {
    locked: 'Gesperrt. Zuerst abschließen: {{title}}',
  },
}
