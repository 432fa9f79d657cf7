import type { German } from '../../../words/catalogues.ts'
import type { bulkUpdates as english } from './bulkUpdates.en.ts'

export const bulkUpdates: German<typeof english> = {
  title: 'Sammelaktualisierung',
  text: 'Abschlüsse aus einem anderen System, mit ihrem eigenen Datum. Nichts zählt, bevor Sie den Probelauf gesehen haben.',
  sample: 'Beispieldatei',
  log: 'Protokoll',
  empty: 'Noch keine Sammelaktualisierungen',
  emptyText:
    'Laden Sie eine CSV-Datei oder Excel-Mappe mit courseTitle, activityTitle, completedAt, progress und einer Spalte hoch, die die Person nennt.',
  counts: {
    update: 'Einzutragen',
    done: 'Eingetragen',
    skipped: 'Übersprungen',
    rejected: 'Fehlgeschlagen',
    failed: 'Unterwegs fehlgeschlagen',
    undone: 'Rückgängig gemacht',
    kept: 'Beim Rückgängigmachen behalten',
  },
  run: {
    title: 'Sammelaktualisierung',
    commitText:
      'Einzutragende Zeilen: {{update}}. Niemand bekommt Punkte, Badges, Hinweise oder E-Mails. Sie können es später rückgängig machen.',
    commitAwards:
      'Einzutragende Zeilen: {{update}}. Punkte, Badges, Hinweise und E-Mails folgen, als wäre es heute geschehen. E-Mails lassen sich nicht zurücknehmen.',
    undoText:
      'Alles wird wieder, wie es vorher war, samt den Zertifikaten. Wo jemand seitdem weitergelernt hat, bleibt der Stand.',
    discardText: 'Es wurde nichts eingetragen. Die Datei bleibt im Protokoll.',
  },
  rows: {
    title: 'Titel',
    result: 'Ergebnis',
    planned: 'Wird eingetragen',
    undone: 'Rückgängig gemacht',
    kept: 'Beim Rückgängigmachen behalten: Die Person hat seitdem weitergelernt.',
  },
  outcomes: {
    update: 'Einzutragen oder eingetragen',
    skipped: 'Übersprungen',
    rejected: 'Fehlgeschlagen',
  },
  fields: {
    courseTitle: 'courseTitle (Titel)',
    activityTitle: 'activityTitle (Aktivität)',
    completedAt: 'completedAt (Abschlussdatum)',
    progress: 'progress (Fortschritt)',
    email: 'Person: E-Mail',
    username: 'Person: Benutzername',
    employeeId: 'Person: Personalnummer',
    unique: 'Person: eindeutige Spalte des Teams',
    documentType: 'Art',
    documentId: 'ID',
    activityId: 'ID der Aktivität',
    score: 'Ergebnis (%)',
    certificateSerial: 'certificateSerial (Seriennummer)',
    issuedAt: 'issuedAt (Zertifikat ausgestellt)',
    validUntil: 'validUntil (Zertifikat gültig bis)',
  },
  types: {
    course: 'Kurs oder Kurspaket',
    pathway: 'Lernpfad',
    learningPackage: 'Lernpaket',
    resource: 'Ressource',
    form: 'Formular',
    event: 'Veranstaltung',
  },
  options: {
    documentType: 'Die Titel sind Titel von',
    documentTypeHelp: 'Wo keine Spalte die Art der Zeile nennt.',
    certificates: 'Zertifikate mit den Daten der Datei vergeben',
    awards: 'Auch Punkte, Badges und E-Mails vergeben',
    awardsText: 'Alle in der Datei bekommen Punkte, Badges, Hinweise und E-Mails, als hätten sie heute abgeschlossen.',
  },
}
