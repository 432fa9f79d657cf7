import type { en as English } from './en.ts'

export const de: typeof English = {
  resources: {
    fileUnknown: 'Diese Datei gibt es nicht mehr.',
    fileKind: 'Eine Datei dieser Art kann hier nicht verwendet werden.',
    prerequisiteUnknown: 'Eine Voraussetzung gibt es nicht mehr.',
    problem: {
      prerequisiteCircle: 'Diese Dokumente warten aufeinander. Entfernen Sie eine der Voraussetzungen.',
      prerequisiteIsStep: 'Diese Voraussetzung ist ein eigener Schritt. Sie ließe sich nie öffnen.',
      urlMissing: 'Die Adresse fehlt.',
      fileMissing: 'Die Datei fehlt.',
    },
  },
  dataExports: {
    files: { resourceReads: 'Welche Versionen Ihrer Ressourcen Sie geöffnet, gelesen und heruntergeladen haben.' },
  },
  audit: {
    actions: { resources: { export: 'Bericht einer Ressource exportiert' } },
    subjects: { resource: 'Ressource' },
  },
}
