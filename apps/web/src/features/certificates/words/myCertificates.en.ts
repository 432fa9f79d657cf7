export const myCertificates = {
  title: 'My certificates',
  ending: 'Certificates that end',
  text: 'What you have earned here and elsewhere.',
  own: 'Certificates',
  certificates: 'Certificates',
  noneOfPerson: 'No certificates yet',
  empty: 'No certificates yet',
  emptyText: 'When you finish something that gives a certificate, it appears here.',
  all: 'All my certificates',
  allOfPeople: 'All certificates of your people',
  showMore: 'Show more ({{shown}} of {{total}})',
  issuedOn: 'Issued on {{day}}',
  validUntil: 'Valid until {{day}}',
  wasValidUntil: 'Was valid until {{day}}',
  revokedBecause: 'Revoked: {{reason}}',
  takenBack: 'The completion was taken back.',
  replacedBy: 'Replaced by {{serial}}',
  verify: 'Verify',
  verifyNamed: 'Verify: {{title}}',
  download: 'Download',
  downloadNamed: 'Download: {{title}}',
  states: {
    valid: 'Valid',
    expiring: 'Expires soon',
    expired: 'Expired',
    revoked: 'Revoked',
    replaced: 'Replaced',
  },
  earns: {
    label: 'Certificate',
    text: 'You get a certificate when you finish this.',
    months_one: 'It is valid for {{count}} month.',
    months_other: 'It is valid for {{count}} months.',
  },
  outside: {
    title: 'Earned elsewhere',
    text: 'Upload a certificate that you earned elsewhere. A manager or an administrator confirms it.',
    add: 'Add a certificate',
    remove: 'Withdraw',
    removeNamed: 'Withdraw: {{title}}',
    refusedBecause: '{{name}}: {{reason}}',
    states: {
      open: 'Waits for confirmation',
      confirmed: 'Confirmed',
      refused: 'Refused',
    },
    fields: {
      title: 'Title',
      issuer: 'Issued by',
      issuedDay: 'Issued on',
      validUntil: 'Valid until',
    },
    validUntilHelp: 'Leave it empty if it does not expire.',
    choose: 'Choose a file',
    fileHelp: 'A PDF or a picture, up to 50 MB',
    send: 'Send for confirmation',
  },
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    myCertificates: typeof myCertificates
  }
}
