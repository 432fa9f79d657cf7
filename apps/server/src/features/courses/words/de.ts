import type { en as English } from './en.ts'

export const de: typeof English = {
  reason: {
    courses: {
      archived: 'Der Kurs ist archiviert. Stellen Sie ihn zuerst wieder her.',
      notArchived: 'Der Kurs ist nicht archiviert.',
      nothingToPublish: 'Alles ist schon veröffentlicht.',
      noDraft: 'Es gibt keine unveröffentlichten Änderungen.',
      notPublished: 'Der Kurs ist nicht veröffentlicht.',
    },
  },
  courses: {
    copyOf: 'Kopie von {{title}}',
    duplicateId: 'Diese Kennung kommt im Kurs zweimal vor.',
    fileUnknown: 'Diese Datei gibt es nicht mehr.',
    fileKind: 'Eine Datei dieser Art kann hier nicht verwendet werden.',
    packageUnknown: 'Dieses Paket gibt es nicht mehr.',
    formUnknown: 'Dieses Formular gibt es nicht mehr.',
    formAnonymous: 'Anonyme Formulare können kein Schritt sein: Niemand weiß, wer sie ausgefüllt hat.',
    formByAssessor: 'Ein Formular, das jemand anderes ausfüllt, kann kein Schritt eines Kurses sein.',
    completionRule: 'Dieser Schritt kann nicht auf diese Weise abgeschlossen werden.',
    bundleHasCourses: 'Ein Kursbündel besteht aus Kursen und hat keine eigenen Schritte.',
    courseHasSteps: 'Nur ein Kursbündel besteht aus Kursen.',
    childUnknown: 'Diesen Kurs gibt es nicht mehr.',
    tooManyTags:
      'Diese Seite hat zu viele Elemente. Teilen Sie sie in mehrere Seiten auf, und den Kurs in mehrere Kurse.',
    videoHost:
      'Ein Video auf dieser Seite kommt von einem Host, der nicht erlaubt ist. Administrierende legen die erlaubten Hosts in den Einstellungen fest.',
    bundleResets: 'Nur Kurse können neu begonnen werden.',
    childSelf: 'Ein Kursbündel kann sich nicht selbst enthalten.',
    childBundle: 'Ein Kursbündel kann kein anderes Kursbündel enthalten.',
    childTwice: 'Dieser Kurs kommt im Kursbündel zweimal vor.',
    notAPackage: 'Diese Datei wurde nicht als Paket hochgeladen.',
    importPage: {
      notWord: 'Nur Word-Dateien (.docx) können zu einer Seite werden.',
      broken: 'Die Datei ist beschädigt. Speichern Sie sie in Word erneut, und wählen Sie sie noch einmal aus.',
      locked:
        'Die Datei ist mit einem Passwort geschützt. Entfernen Sie es in Word, und wählen Sie die Datei noch einmal aus.',
      tooLarge: 'Der Text ist zu lang für eine Seite. Teilen Sie die Datei in mehrere auf.',
      tooLong: 'Das Lesen der Datei hat zu lange gedauert. Teilen Sie sie in mehrere auf.',
      empty: 'In dieser Datei steht kein Text.',
    },
    bulk: {
      title: '{{action}} ({{count}})',
      publish: 'Kurse veröffentlichen',
      withdraw: 'Kurse zurückziehen',
      archive: 'Kurse archivieren',
      restore: 'Kurse wiederherstellen',
      gone: 'Gibt es nicht mehr.',
    },
    prerequisiteUnknown: 'Eine Voraussetzung gibt es nicht mehr.',
    problem: {
      prerequisiteCircle: 'Diese Dokumente warten aufeinander. Entfernen Sie eine der Voraussetzungen.',
      prerequisiteIsStep: 'Diese Voraussetzung ist ein eigener Schritt. Sie ließe sich nie öffnen.',
      empty: 'Es gibt noch keine Schritte.',
      noChildren: 'Das Kursbündel enthält noch keine Kurse.',
      childNotPublished: 'Dieser Kurs des Kursbündels ist nicht veröffentlicht.',
      pageEmpty: 'Die Seite ist leer.',
      fileMissing: 'Die Datei dieses Schritts fehlt.',
      packageMissing: 'Das Paket dieses Schritts fehlt.',
      formMissing: 'Das Formular dieses Schritts fehlt.',
      formNotPublished: 'Das Formular dieses Schritts ist nicht veröffentlicht.',
      formNoQuiz: 'Dieses Formular ist kein Quiz.',
      formRule: {
        application: 'Nur ein Antrag wird genehmigt.',
        observation: 'Nur eine Beobachtung endet mit „kompetent“.',
      },
      urlMissing: 'Die Adresse dieses Schritts fehlt.',
    },
  },
}
