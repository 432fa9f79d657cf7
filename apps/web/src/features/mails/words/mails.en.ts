export const mails = {
  title: 'Outbox',
  text: 'Emails of the organisation and their delivery status.',
  empty: 'No emails yet',
  emptyText: 'Emails sent by Learnt are listed here. Without a mail server, you can read them here.',
  search: 'Search by address or subject',
  columns: {
    to: 'To',
    subject: 'Subject',
    state: 'State',
    reason: 'Reason',
    createdAt: 'Created',
    sentAt: 'Sent',
  },
  codeLeftOut:
    'The code in the link is hidden, because anyone who has it can use it. Only superadministrators can see it, if there is no mail server.',
  read: 'Read',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    mails: typeof mails
  }
}
