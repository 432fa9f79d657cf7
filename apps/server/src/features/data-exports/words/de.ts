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
      dataExports: 'Kopien Ihrer Daten, die Sie angefordert haben.',
      eraseRequests: 'Ihre Löschanträge.',
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
  audit: {
    actions: {
      dataExports: { download: 'Kopie der eigenen Daten heruntergeladen', make: 'Kopie der eigenen Daten angefordert' },
      eraseRequests: {
        ask: 'Löschung beantragt',
        dismiss: 'Löschantrag abgelegt',
        withdraw: 'Löschantrag zurückgezogen',
      },
    },
  },
}
