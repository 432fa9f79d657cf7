import type { en as English } from './en.ts'

export const ar: typeof English = { audit: { system: 'Learnt نفسه' } }
