import type { en as English } from './en.ts'

export const de: typeof English = {
  mails: {
    reason: {
      noServer: 'Es gibt noch keinen Mailserver: Lesen Sie die E-Mail hier.',
      noAddress: 'Diese Person hat keine E-Mail-Adresse.',
      notWanted: 'Diese Person möchte solche E-Mails nicht.',
      linkUsed: 'Der Link wurde benutzt, bevor die E-Mail gesendet werden konnte.',
      tenantSuspended: 'Der Mandant ist gesperrt. Die E-Mail wird gesendet, wenn er wieder aktiv ist.',
      tenantDeleted: 'Der Mandant wurde gelöscht, bevor die E-Mail gesendet werden konnte.',
      refused: 'Der Mailserver hat sie abgelehnt:',
      later: 'Der Mailserver hat sie aufgeschoben; es wird erneut versucht:',
      unreachable: 'Der Mailserver ist nicht erreichbar; es wird erneut versucht:',
      signIn: 'Der Mailserver nimmt unsere Anmeldung nicht an; es wird erneut versucht:',
      unclear:
        'Die Verbindung brach ab, bevor der Mailserver antwortete. Vielleicht ist die E-Mail angekommen, deshalb wird sie nicht noch einmal versandt.',
    },
  },
  dataExports: { files: { mails: 'E-Mails, die Ihnen geschickt wurden.' } },
  audit: { subjects: { mail: 'E-Mail' } },
}
