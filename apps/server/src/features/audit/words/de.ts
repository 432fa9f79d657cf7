import type { en as English } from './en.ts'

export const de: typeof English = { audit: { system: 'Learnt selbst' } }
