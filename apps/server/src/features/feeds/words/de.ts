import type { en } from './en.ts'

export const de: typeof en = {
  reason: {
    feeds: {
      asks: 'Dieser Lauf würde mehr Personen deaktivieren, als ohne Rückfrage erlaubt ist. Bitte bestätigen Sie die Zahl auf seiner Seite.',
      outdated: 'Ein anderer Lauf hat seit dieser Prüfung Personen geändert. Bitte prüfen Sie noch einmal.',
    },
  },
  validation: {
    feeds: {
      noKey:
        'Ordnen Sie eine Spalte zu, die Personen unterscheidet: E-Mail, Benutzername, Personalnummer oder die eindeutige Spalte.',
    },
  },
  feeds: {
    expected: {
      required: 'Dieser Wert darf niemandem fehlen.',
      onlyOne: 'Mehrere Werte stehen, wo nur einer erlaubt ist.',
      noKey:
        'Die Zeile braucht eine E-Mail-Adresse, einen Benutzernamen, eine Personalnummer oder den eindeutigen Wert.',
      email: 'Erwartet wird eine E-Mail-Adresse wie name@example.com.',
      noName: 'Erwartet wird ein Name.',
      oneLine: 'Erwartet wird Text in einer Zeile.',
      twice: 'Mehrere Zeilen der Datei haben diesen Wert. Nur eine darf ihn haben.',
      samePerson: 'Mehrere Zeilen der Datei betreffen dieselbe Person.',
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
