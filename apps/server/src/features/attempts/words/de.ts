import type { en as English } from './en.ts'

export const de: typeof English = {
  attempts: {
    sameHost: 'Learnt ist unter dem Hostnamen seiner Pakete geöffnet. Öffnen Sie es unter seiner eigenen Adresse.',
  },
}
