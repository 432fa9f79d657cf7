import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    unknownTeam: 'Dieses Team gibt es nicht, oder Sie sind dafür nicht zuständig',
    tenantTaken: 'Einen Mandanten oder ein Team mit dieser Kennung gibt es schon',
    host: 'Geben Sie einen Hostnamen ein, etwa learn.example.com',
    hostTaken: 'Dieser Hostname gehört schon einem anderen Team',
    hostTwice: 'Dieser Hostname ist doppelt vorhanden',
    hostOfTeam: 'Dieser Hostname gehört dem Team, dessen Kennung sein erster Teil ist',
    hostOfInstallation: 'Dieser Name gehört der Installation selbst',
    mainDomain: 'Wählen Sie einen der Hostnamen des Teams',
    termsAddress: 'Geben Sie die Adresse dieser Bedingungen ein, bevor Sie die Zustimmung verlangen',
    domainTwice: 'Diese Domain ist schon in der Liste',
    defaultStays: 'Legen Sie stattdessen ein anderes Team als Standard fest',
    defaultIsActive: 'Ein inaktives Team kann nicht der Standard sein',
    headingTwice: 'Diese Spalte ist doppelt vorhanden',
    oneUnique: 'Nur eine Spalte kann die eindeutige Kennung sein',
    link: 'Geben Sie einen Pfad ein, der mit / beginnt, oder eine Adresse, die mit http:// oder https:// beginnt',
    httpsUrl: 'Geben Sie eine Adresse ein, die mit https:// beginnt',
    timeZone: 'Unbekannte Zeitzone. Verwenden Sie einen Namen wie Europe/Berlin',
    otherName: 'Das ist nicht der Name des Mandanten',
  },
  reason: {
    tenants: {
      own: 'Sie sind in dieser Organisation. Wechseln Sie in eine andere, oder verwenden Sie die Befehlszeile.',
      notOpen: 'Die Organisation ist nicht aktiv.',
      notSuspended: 'Die Organisation ist nicht gesperrt.',
      deleted: 'Die Organisation ist gelöscht. Machen Sie das zuerst rückgängig.',
      deletedAlready: 'Die Organisation ist schon gelöscht.',
      tooLate: 'Diese Organisation ist nicht gelöscht, oder es ist zu spät, es rückgängig zu machen.',
      domainTaken: 'Eine andere Organisation hat diese Domain bestätigt.',
      noNameServer: 'Die Nameserver antworten nicht. Versuchen Sie es in einigen Minuten erneut.',
    },
    teams: {
      ofTenant: 'Das ist das eigene Team der Organisation: Seine Administration betreut die ganze Organisation.',
      default: 'Das ist das Standardteam. Machen Sie zuerst ein anderes zum Standard.',
      own: 'Sie sind gerade in diesem Team. Wechseln Sie zuerst in ein anderes.',
    },
  },
  mail: {
    administrator: {
      subject: 'Sie sind jetzt für die Administration von {{tenant}} auf Learnt zuständig',
      greeting: 'Guten Tag {{name}},',
      body: '{{tenant}} wurde eingerichtet, und Sie sind für die Administration zuständig: Sie erstellen Kurse, fügen Personen hinzu und verfolgen deren Fortschritt.\n\nMelden Sie sich an unter {{address}}',
      button: 'Anmelden',
    },
  },
}
