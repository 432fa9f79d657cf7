import type { en as English } from './en.ts'

export const de: typeof English = {
  learningPackages: {
    fileUnknown: 'Diese Datei gibt es nicht mehr.',
    fileKind: 'Eine Datei dieser Art kann hier nicht verwendet werden.',
    stepSelf: 'Ein Lernpaket kann sich nicht selbst enthalten.',
    stepUnknown: 'Dieses Dokument gibt es nicht mehr.',
    stepKind: 'Ein Lernpaket kann kein anderes enthalten.',
    stepTwice: 'Dieses Dokument steht zweimal im Paket.',
    problem: {
      prerequisiteCircle: 'Diese Dokumente warten aufeinander. Entfernen Sie eine der Voraussetzungen.',
      prerequisiteIsStep: 'Diese Voraussetzung ist ein eigener Schritt. Sie ließe sich nie öffnen.',
      empty: 'Im Paket sind noch keine Dokumente.',
      nothingRequired: 'Mindestens ein Dokument des Pakets muss Pflicht sein.',
      stepNotPublished: 'Dieses Dokument ist nicht veröffentlicht.',
    },
  },
  audit: { subjects: { learningPackage: 'Lernpaket' } },
}
