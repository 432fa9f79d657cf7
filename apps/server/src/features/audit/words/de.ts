import type { en as English } from './en.ts'

export const de: typeof English = {
  reason: {
    audit: { wholeTenant: 'Nur die Administration des Haupt-Teams der Organisation kann das Protokoll prüfen.' },
  },
  audit: {
    verbs: {
      change: 'Geändert',
      create: 'Erstellt',
      remove: 'Entfernt',
      archive: 'Archiviert',
      bulk: 'Viele geändert',
      discard: 'Entwurf verworfen',
      duplicate: 'Kopiert',
      publish: 'Veröffentlicht',
      restore: 'Wiederhergestellt',
      restoreVersion: 'Frühere Version als Entwurf wiederhergestellt',
      saveDraft: 'Entwurf gespeichert',
      withdraw: 'Zurückgezogen',
    },
    actions: {
      audit: { export: 'Protokoll exportiert', restore: 'Sicherung zurückgespielt', verify: 'Protokoll geprüft' },
    },
    subjects: { auditLog: 'Protokoll' },
    system: 'Learnt selbst',
    sheet: 'Protokoll',
    columns: {
      number: 'Nummer',
      id: 'ID',
      moment: 'Zeit',
      at: 'Zeit (UTC)',
      actorId: 'Personen-ID',
      actorName: 'Person',
      impersonatorId: 'ID der handelnden Person',
      impersonatorName: 'Handelnde Person',
      teamId: 'Team',
      action: 'Aktion',
      subjectType: 'Art des Gegenstands',
      subjectId: 'ID des Gegenstands',
      subjectTitle: 'Gegenstand',
      requestId: 'Anfrage',
      address: 'IP-Adresse',
      before: 'Vorher',
      after: 'Nachher',
      wordsHash: 'Hash der Namen und Werte',
      hash: 'Hash',
    },
  },
  dataExports: {
    files: {
      audit:
        'Einträge des Protokolls über Sie und darüber, was Sie getan haben. Von anderen stehen darin nur die Namen derer, die etwas mit Ihrem Konto getan haben.',
    },
  },
}
