import type { en as English } from './en.ts'

export const de: typeof English = {
  reason: {
    actingAlready: 'Sie handeln schon im Namen einer anderen Person. Kehren Sie zuerst zu Ihrem eigenen Konto zurück.',
    notActive: 'Sie können nur im Namen aktiver Personen handeln',
    actingLooksOnly: 'In dieser Organisation ist im Namen anderer nur Ansehen erlaubt.',
    notActing: 'Sie handeln nicht im Namen einer anderen Person.',
  },
  dataExports: {
    files: { impersonations: 'Wann jemand von der Administration in Ihrem Namen gehandelt hat, wer es war und warum.' },
  },
  audit: {
    actions: {
      impersonation: {
        allowWriting: 'Änderungen im Namen einer anderen Person erlaubt',
        end: 'Handeln als andere Person beendet',
        start: 'Handeln im Namen einer anderen Person begonnen',
      },
    },
  },
}
