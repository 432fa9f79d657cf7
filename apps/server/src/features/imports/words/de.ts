import type { en } from './en.ts'

export const de: typeof en = {
  reason: {
    imports: {
      check: 'Dieser Lauf kann nicht noch einmal geprüft werden: Er arbeitet gerade oder ist vorbei.',
      commit: 'Nur ein geprüfter Lauf kann ausgeführt werden.',
      undo: 'Nur ein ausgeführter Lauf kann rückgängig gemacht werden.',
      discard: 'Nur ein Lauf, der noch nichts geändert hat, kann verworfen werden.',
      busy: 'Ein anderer Lauf dieses Teams arbeitet gerade. Bitte warten Sie, bis er fertig ist.',
    },
  },
  validation: {
    imports: {
      columns: 'Die Spalten der Datei haben sich geändert. Bitte ordnen Sie sie neu zu.',
    },
    feedFieldTwice: 'Eine andere Spalte füllt dieses Feld schon.',
  },
  imports: {
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
      hidden: 'Der Wert enthält unsichtbare Zeichen.',
      day: 'Erwartet wird ein Datum wie 2026-11-20.',
      dayFirst:
        'Erwartet wird ein Datum wie 2026-11-20. Hier scheint der Tag vorn zu stehen: Wählen Sie das als Reihenfolge der Datumsangaben.',
      monthFirst:
        'Erwartet wird ein Datum wie 2026-11-20. Hier scheint der Monat vorn zu stehen: Wählen Sie das als Reihenfolge der Datumsangaben.',
      dateRange: 'Erwartet wird ein Jahr zwischen 1900 und 2200.',
      severalPeople: 'Die Werte dieser Zeile gehören zu verschiedenen Personen.',
    },
  },
}
