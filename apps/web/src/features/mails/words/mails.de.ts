import type { German } from '../../../words/catalogues.ts'
import type { mails as English } from './mails.en.ts'

export const mails: German<typeof English> = {
  title: 'Postausgang',
  text: 'E-Mails der Organisation und ihr Versandstatus.',
  empty: 'Noch keine E-Mails',
  emptyText: 'E-Mails von Learnt werden hier aufgeführt. Ohne Mailserver können Sie sie hier lesen.',
  search: 'Nach Adresse oder Betreff suchen',
  columns: {
    to: 'An',
    subject: 'Betreff',
    state: 'Stand',
    reason: 'Grund',
    createdAt: 'Erstellt',
    sentAt: 'Versandt',
  },
  codeLeftOut:
    'Der Code im Link ist verborgen, weil alle, die ihn haben, ihn benutzen können. Nur die Superadministration sieht ihn, und nur ohne Mailserver.',
  read: 'Lesen',
}
