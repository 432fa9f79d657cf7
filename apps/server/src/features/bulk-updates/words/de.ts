export const de = {
  validation: {
    bulkUpdates: {
      noPerson:
        'Ordnen Sie eine Spalte zu, die die Person nennt: E-Mail, Benutzername, Personalnummer oder die eindeutige Spalte.',
      noUnique:
        'Das Team hat keine eindeutige Spalte. Wählen Sie eine im Feed-Verlauf, oder ordnen Sie eine andere zu.',
      noTitle: 'Ordnen Sie die Spalte mit dem Titel oder die mit der ID zu.',
      noDate: 'Ordnen Sie die Spalte mit dem Abschlussdatum zu.',
    },
  },
  bulkUpdates: {
    expected: {
      noPerson: 'Die Zeile braucht E-Mail-Adresse, Benutzername, Personalnummer oder den eindeutigen Wert.',
      unknownPerson: 'Niemand unter Ihren Personen hat diesen Wert.',
      noTitle: 'Die Zeile braucht einen Titel.',
      unknownTitle: 'Nichts von dieser Art hat diesen Titel oder diese ID.',
      severalTitles:
        'Mehrere haben diesen Titel: {{named}}. Schreiben Sie die ID in eine eigene Spalte, und ordnen Sie diese „ID“ zu.',
      notPublished: 'Es wurde nie veröffentlicht. Bitte veröffentlichen Sie es zuerst.',
      noActivities: '„{{named}}“ hat keine eigenen Aktivitäten. Lassen Sie diese Spalte leer.',
      unknownActivity: '„{{named}}“ hat keine Aktivität mit diesem Titel oder dieser ID.',
      severalActivities:
        'Mehrere Aktivitäten haben diesen Titel: {{named}}. Schreiben Sie die ID in eine eigene Spalte, und ordnen Sie diese „ID der Aktivität“ zu.',
      documentType: 'Erwartet: course, pathway, learningPackage, resource, form oder event.',
      id: 'Erwartet: eine ID, wie sie in der Adresse der Seite steht.',
      noDate: 'Die Zeile braucht das Abschlussdatum.',
      future: 'Das Datum liegt in der Zukunft.',
      percent: 'Erwartet: eine Zahl von 0 bis 100, mit oder ohne %.',
      share: 'Es ist nicht klar, ob das 1 % oder alles ist. Schreiben Sie es mit Prozentzeichen, etwa 1 % oder 100 %.',
      wholeOnly: 'Der Fortschritt von „{{named}}“ folgt aus den Schritten: Hier kann nur 100 eingetragen werden.',
      noCertificate: '„{{named}}“ gibt kein Zertifikat.',
      certificateOfWhole: 'Ein Zertifikat gehört zu etwas, das als Ganzes abgeschlossen ist.',
      serialTwice: 'Mehrere Zeilen der Datei haben diese Seriennummer.',
      serialTaken: 'Ein anderes Zertifikat hat diese Seriennummer.',
      beforeStart: 'Das Zertifikat würde enden, bevor es beginnt.',
      otherRow: 'Übersprungen: Zeile {{named}} sagt dasselbe oder mehr.',
      laterResult: 'Übersprungen: Es gibt ein späteres Ergebnis vom {{named}}.',
      alreadyDone: 'Übersprungen: Es wurde schon am {{named}} abgeschlossen.',
      laterCycle: 'Übersprungen: Die Person hat am {{named}} einen späteren Zyklus begonnen.',
      laterRecord: 'Übersprungen: Es gibt einen späteren Stand vom {{named}}.',
      notBetter: 'Übersprungen: Der Fortschritt beträgt schon {{named}} %.',
      nothing: 'Übersprungen: Ein Fortschritt von 0 trägt nichts ein.',
    },
  },
  audit: {
    actions: {
      bulkUpdates: {
        check: 'Abschlüsse geprüft',
        commit: 'Abschlüsse eingetragen',
        discard: 'Datei mit Abschlüssen verworfen',
        exportRejected: 'Abgelehnte Zeilen von Abschlüssen heruntergeladen',
        record: 'Abschluss aus einer Datei eingetragen',
        start: 'Datei mit Abschlüssen hochgeladen',
        undo: 'Sammelaktualisierung rückgängig gemacht',
      },
    },
    subjects: { bulkUpdate: 'Sammelaktualisierung' },
  },
}
