export const en = {
  mails: {
    reason: {
      noServer: 'There is no mail server yet. Read the email here.',
      noAddress: 'This person has no email address.',
      notWanted: 'This person wants no such emails.',
      linkUsed: 'The link was used before the email could be sent.',
      tenantSuspended: 'The tenant is suspended. The email is sent when it is active again.',
      tenantDeleted: 'The tenant was deleted before the email could be sent.',
      refused: 'The mail server refused it:',
      later: 'The mail server asked to try later; retrying:',
      unreachable: 'The mail server cannot be reached; retrying:',
      signIn: 'The mail server does not accept our sign-in; retrying:',
      unclear:
        'The connection failed before the mail server answered. The email may have arrived, so it is not sent again.',
    },
  },
  dataExports: { files: { mails: 'Emails that were sent to you.' } },
  audit: { subjects: { mail: 'Email' } },
}
