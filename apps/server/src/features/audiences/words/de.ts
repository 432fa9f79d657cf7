import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    audienceTitleTaken: 'Eine andere Zielgruppe hat diesen Namen',
  },
  reason: {
    audienceInUse: 'Diese Zielgruppe wird von Regeln verwendet. Entfernen Sie sie zuerst dort.',
  },
  audiences: {
    inUse: 'Diese Zielgruppe wird von Regeln verwendet: {{names}}. Entfernen Sie sie zuerst dort.',
  },
}
