import type { en } from './en.ts'

export const de: typeof en = {
  reason: {
    feeds: {
      check: 'Dieser Lauf kann nicht noch einmal geprüft werden: Er arbeitet gerade oder ist vorbei.',
      commit: 'Nur ein geprüfter Lauf kann ausgeführt werden.',
      undo: 'Nur ein ausgeführter Lauf kann rückgängig gemacht werden.',
      discard: 'Nur ein Lauf, der noch nichts geändert hat, kann verworfen werden.',
      busy: 'Ein anderer Lauf dieses Teams arbeitet gerade. Bitte warten Sie, bis er fertig ist.',
      asks: 'Dieser Lauf würde mehr Personen deaktivieren, als ohne Rückfrage erlaubt ist. Bitte bestätigen Sie die Zahl auf seiner Seite.',
      outdated: 'Ein anderer Lauf hat seit dieser Prüfung Personen geändert. Bitte prüfen Sie noch einmal.',
    },
  },
  validation: {
    feeds: {
      columns: 'Die Spalten der Datei haben sich geändert. Bitte ordnen Sie sie neu zu.',
      noKey:
        'Ordnen Sie eine Spalte zu, die Personen unterscheidet: E-Mail, Benutzername, Personalnummer oder die eindeutige Spalte.',
    },
    feedFieldTwice: 'Eine andere Spalte füllt dieses Feld schon.',
  },
  feeds: {
    stopped:
      'Der Lauf wurde angehalten. Was bis dahin ausgeführt war, bleibt; er kann weitergehen oder rückgängig gemacht werden.',
    failed: 'Der Lauf ist fehlgeschlagen, bevor er etwas geändert hat.',
    file: { line: 'Zeile', errors: 'Fehler' },
    unreadable: {
      broken: 'Die Datei ist beschädigt und kann nicht gelesen werden. Bitte speichern Sie sie neu.',
      locked: 'Die Datei ist mit einem Passwort geschützt. Bitte speichern Sie sie ohne Passwort.',
      tooLarge: 'Die Datei ist zu groß.',
      tooLong: 'Das Lesen der Datei hat zu lange gedauert.',
      empty: 'Die Datei ist leer.',
      noHeadings: 'Die erste Zeile braucht Überschriften, höchstens 200.',
      noRows: 'Die Datei hat Überschriften, aber keine Zeilen darunter.',
      tooManyRows: 'Die Datei hat mehr als {{rows}} Zeilen. Bitte teilen Sie sie auf.',
    },
    expected: {
      required: 'Dieser Wert darf niemandem fehlen.',
      onlyOne: 'Mehrere Werte stehen, wo nur einer erlaubt ist.',
      invalid: 'Dieser Wert ist hier nicht erlaubt.',
      cellError:
        'Die Formel in dieser Zelle hat einen Fehler. Korrigieren Sie sie in der Tabelle, oder leeren Sie die Zelle.',
      noResult:
        'Die Formel in dieser Zelle hat kein Ergebnis. Öffnen Sie die Datei in einer Tabellenkalkulation und speichern Sie sie noch einmal.',
      // Of runs by earlier versions.
      tooFewCells: 'Die Zeile hat weniger Werte, als es Überschriften gibt.',
      tooManyCells:
        'Die Zeile hat mehr Werte, als es Überschriften gibt. Setzen Sie Werte mit Trennzeichen in Anführungszeichen.',
      tooMany: 'Es sind mehr Werte als erlaubt.',
      max: 'Der Wert ist zu lang.',
      noKey:
        'Die Zeile braucht eine E-Mail-Adresse, einen Benutzernamen, eine Personalnummer oder den eindeutigen Wert.',
      email: 'Erwartet wird eine E-Mail-Adresse wie name@example.com.',
      noName: 'Erwartet wird ein Name.',
      oneLine: 'Erwartet wird Text in einer Zeile.',
      hidden: 'Der Wert enthält unsichtbare Zeichen.',
      day: 'Erwartet wird ein Datum wie 2026-11-20.',
      dayFirst:
        'Erwartet wird ein Datum wie 2026-11-20. Hier scheint der Tag vorn zu stehen: Wählen Sie das als Reihenfolge der Datumsangaben.',
      monthFirst:
        'Erwartet wird ein Datum wie 2026-11-20. Hier scheint der Monat vorn zu stehen: Wählen Sie das als Reihenfolge der Datumsangaben.',
      dateRange: 'Erwartet wird ein Jahr zwischen 1900 und 2200.',
      twice: 'Mehrere Zeilen der Datei haben diesen Wert. Nur eine darf ihn haben.',
      samePerson: 'Mehrere Zeilen der Datei betreffen dieselbe Person.',
      severalPeople: 'Die Werte dieser Zeile gehören zu verschiedenen Personen.',
      otherUnique: 'Die Person mit dieser Adresse hat einen anderen eindeutigen Wert.',
      firstNameMissing: 'Eine neue Person braucht einen Vornamen.',
      emailTaken: 'Jemand anders hat diese E-Mail-Adresse.',
      usernameTaken: 'Jemand anders hat diesen Benutzernamen.',
      unknownManager: 'Niemand hat diese E-Mail-Adresse, diesen Benutzernamen oder eindeutigen Wert.',
      severalManagers: 'Auf diese Führungskraft passen mehrere Personen.',
      ownManager: 'Niemand kann die eigene Führungskraft sein.',
      managerRejected: 'Die Zeile der Führungskraft selbst wurde abgelehnt.',
      circle: 'Diese Personen würden im Kreis aneinander berichten.',
      higherRole: 'Die Person hat eine höhere Rolle als Sie. Sie können sie nicht ändern.',
      otherTeams:
        'Der Rufname bleibt: Die Person gehört auch zu anderen Teams, und nur die Administration der ganzen Organisation ändert ihn.',
      administratorLeaves:
        'Der letzte Tag einer Administratorin oder eines Administrators wird nur auf deren eigener Seite gesetzt.',
      administratorStays: 'Administratorinnen und Administratoren bleiben, obwohl sie nicht in der Datei stehen.',
      notFound: 'Die Person ist kein Mitglied mehr.',
    },
  },
  dataExports: {
    files: {
      feedRows: 'Was Dateien des Personalsystems und Dateien mit Abschlüssen über Sie sagten und was daraus wurde.',
    },
  },
  audit: {
    actions: {
      feeds: {
        changeSettings: 'Spalten eines Feeds geändert',
        check: 'Feed-Datei geprüft',
        commit: 'Feed-Datei ausgeführt',
        discard: 'Feed-Datei verworfen',
        exportRejected: 'Abgelehnte Zeilen eines Feeds heruntergeladen',
        start: 'Feed-Datei hochgeladen',
        undo: 'Feed-Datei rückgängig gemacht',
      },
    },
    subjects: { feedRun: 'Feed-Lauf' },
  },
}
