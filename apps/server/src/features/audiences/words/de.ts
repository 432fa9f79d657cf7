import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    audienceTitleTaken: 'Eine andere Zielgruppe hat diesen Namen',
  },
  reason: {
    audienceInUse: 'Diese Zielgruppe wird von Regeln verwendet. Entfernen Sie sie zuerst dort.',
    audienceDividesPathways:
      'Abschnitte von Lernpfaden sind für diese Zielgruppe Pflicht. Wählen Sie dort zuerst eine andere.',
  },
  audiences: {
    inUse: 'Diese Zielgruppe wird von Regeln verwendet: {{names}}. Entfernen Sie sie zuerst dort.',
    dividing:
      'Abschnitte dieser Lernpfade sind für diese Zielgruppe Pflicht: {{names}}. Wählen Sie dort zuerst eine andere.',
  },
  dataExports: { files: { audiences: 'Zielgruppen, in denen Sie stehen, mit Namen.' } },
  audit: {
    actions: {
      audiences: {
        addPeople: 'Personen zu einer Zielgruppe hinzugefügt',
        change: 'Zielgruppe geändert',
        create: 'Zielgruppe angelegt',
        remove: 'Zielgruppe entfernt',
        removePeople: 'Personen aus einer Zielgruppe genommen',
      },
    },
    subjects: { audience: 'Zielgruppe' },
  },
}
