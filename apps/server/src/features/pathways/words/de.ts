import type { en as English } from './en.ts'

export const de: typeof English = {
  pathways: {
    fileUnknown: 'Diese Datei gibt es nicht mehr.',
    fileKind: 'Eine Datei dieser Art kann hier nicht verwendet werden.',
    duplicateId: 'Diese Kennung kommt im Lernpfad zweimal vor.',
    stepSelf: 'Ein Lernpfad kann sich nicht selbst enthalten.',
    stepUnknown: 'Dieses Dokument gibt es nicht mehr.',
    stepKind: 'Diese Art von Dokument kann kein Schritt sein.',
    stepTwice: 'Dieses Dokument steht zweimal im Lernpfad.',
    audienceUnknown: 'Diese Zielgruppe gibt es nicht mehr.',
    prerequisiteUnknown: 'Dieses Dokument gibt es nicht mehr.',
    problem: {
      prerequisiteCircle: 'Diese Dokumente warten aufeinander. Entfernen Sie eine der Voraussetzungen.',
      prerequisiteIsStep: 'Diese Voraussetzung ist ein eigener Schritt. Sie ließe sich nie öffnen.',
      empty: 'Es gibt noch keine Schritte.',
      sectionEmpty: 'Dieser Abschnitt hat noch keine Schritte.',
      tooFewSteps: 'Dieser Abschnitt hat weniger Pflichtschritte, als zu erledigen sind.',
      tooFewCredits: 'Die Schritte dieses Abschnitts sind weniger Punkte wert, als nötig sind.',
      stepNotPublished: 'Dieser Schritt ist nicht veröffentlicht.',
      prerequisiteUnknown: 'Eine Voraussetzung gibt es nicht mehr.',
      nothingRequired: 'Mindestens ein Schritt des Lernpfads muss Pflicht sein.',
    },
  },
  reason: {
    pathways: {
      ownWaiver: 'Für sich selbst können Sie keine Schritte erlassen.',
    },
  },
  dataExports: { files: { stepWaivers: 'Schritte von Lernpfaden, die Ihnen erlassen wurden.' } },
  audit: {
    actions: { pathways: { unwaive: 'Erlass zurückgenommen', waive: 'Schritt erlassen' } },
    subjects: { pathway: 'Lernpfad' },
  },
}
