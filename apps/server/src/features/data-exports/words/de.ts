import type { en as English } from './en.ts'

export const de: typeof English = {
  reason: {
    eraseAskedToday: 'Sie haben das innerhalb des letzten Tages beantragt. Einen Tag danach können Sie es wieder tun.',
    exportReplaced: 'Sie haben eine neuere Kopie Ihrer Daten angefordert. Diese wird nicht mehr erstellt.',
  },
  dataExports: {
    readme:
      'Ihre Daten bei Learnt\nOrganisation: {{tenant}}\nErstellt: {{at}}\n\nDas ist alles, was Learnt in dieser Organisation über Sie speichert. Die Dateien sind JSON: Jeder Texteditor zeigt sie. Alle Zeiten sind UTC.',
    files: {
      readme: 'Dieser Text.',
      profile:
        'Ihr Konto: Name, Adressen, Benutzernamen, Teams, Anmeldeanbieter, zweite Faktoren nach Art und Name. Kennwörter und Schlüssel sind nicht enthalten.',
      sessions: 'Ihre Sitzungen in dieser Organisation: Gerät, Adresse, Zeit.',
      memberships: 'Ihre Mitgliedschaften: eine je Team, mit allen Feldern, Rollen und Einstellungen.',
      managers: 'Namen der Personen, die Sie führen.',
      assignments: 'Ihnen zugewiesene Kurse und Kursbündel mit Stand, Fortschritt, Ergebnis und Frist.',
      assignmentSources: 'Warum Ihnen jedes davon zugewiesen wurde.',
      assignmentDays: 'Wie Ihre Zuweisungen an welchen Tagen standen, für Berichte über vergangene Tage.',
      activities: 'Ihr Fortschritt in jeder Aktivität eines Kurses.',
      attempts: 'Ihre Versuche an Paketen mit Ergebnis und Zeit.',
      attemptParts: 'Was Pakete zu Ihren Versuchen gespeichert haben, Teil für Teil.',
      packageCalls: 'Einzelne Aufrufe der Pakete, während Sie darin arbeiteten; je Zeile ein JSON-Objekt.',
      statements: 'Lernaussagen (xAPI) über Sie; je Zeile ein JSON-Objekt.',
      notifications: 'Ihre Benachrichtigungen.',
      notes: 'Ihre Notizen.',
      views: 'Ansichten von Listen, die Sie gespeichert haben.',
      schedules: 'Berichte per E-Mail, die Sie eingerichtet haben.',
      receivedReports: 'Berichte per E-Mail, die Sie erhalten.',
      mails: 'E-Mails, die Ihnen geschickt wurden.',
      uploads: 'Dateien, die Sie hochgeladen haben, nach Name, Größe und Art.',
      jobs: 'Aufträge, die Sie gestartet haben.',
      audit:
        'Einträge des Protokolls über Sie und darüber, was Sie getan haben. Von anderen stehen darin nur die Namen derer, die etwas mit Ihrem Konto getan haben.',
      analytics: 'Aufgezeichnete Nutzung der Seiten.',
      impersonations: 'Wann jemand von der Administration in Ihrem Namen gehandelt hat, wer es war und warum.',
      presence: 'Wann und mit welchem Gerät Sie zuletzt online waren.',
      dataExports: 'Kopien Ihrer Daten, die Sie angefordert haben.',
      requests: 'Was Sie im Katalog angefragt haben und was daraus wurde.',
      eraseRequests: 'Ihre Löschanträge.',
      stepWaivers: 'Schritte von Lernpfaden, die Ihnen erlassen wurden.',
      audiences: 'Zielgruppen, in denen Sie stehen, mit Namen.',
      resourceReads: 'Welche Versionen Ihrer Ressourcen Sie geöffnet, gelesen und heruntergeladen haben.',
      submissions: 'Ihre Einreichungen zu Formularen mit Bewertungen und Ergebnissen.',
      answers: 'Ihre Antworten mit Punkten und Kommentaren.',
      submissionEvents: 'Was mit Ihren Einreichungen geschah, und wann.',
      anonymousForms: 'Anonyme Formulare, die Sie beantwortet haben; nicht Ihre Antworten, die zu niemandem führen.',
      extraTimes: 'Zusatzzeit, die Sie für Formulare bekommen haben.',
    },
  },
  mail: {
    dataExportReady: {
      subject: 'Ihre Daten von {{team}} sind bereit',
      greeting: 'Guten Tag {{name}},',
      body: 'die Kopie Ihrer Daten, um die Sie gebeten haben, ist bereit. Sie können sie {{days}} Tage lang in Ihrem Profil herunterladen; danach wird sie entfernt.\n\nWenn Sie nicht darum gebeten haben, ändern Sie jetzt Ihr Kennwort und sagen Sie es der Administration.',
      button: 'Mein Profil öffnen',
    },
    eraseRequested: {
      subject: '{{person}} beantragt die Löschung bei {{team}}',
      greeting: 'Guten Tag {{name}},',
      body: '{{person}} beantragt die Löschung der eigenen Daten bei {{team}}. Es wurde noch nichts gelöscht. Auf der Seite der Person stehen Zeit und Grund.',
      button: 'Seite der Person öffnen',
    },
  },
}
