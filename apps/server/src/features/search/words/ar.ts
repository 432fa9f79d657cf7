import type { en as English } from './en.ts'

export const ar: typeof English = {
  search: {
    locked: 'مقفل. أكمل أولاً: {{title}}',
  },
}
