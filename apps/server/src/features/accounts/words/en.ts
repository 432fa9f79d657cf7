export const en = {
  validation: {
    emailTaken: 'The email has been already registered.',
    noAccount: 'No account found with that email address. Please enter another email address.',
    foreignAddress: 'This address does not belong to the team.',
    wrongPassword: 'This is not your current password.',
    samePassword: 'This is your current password. Please choose another one.',
    unknownAttribute: 'Look-up by this attribute is not supported.',
  },
  reason: {
    registrationClosed: 'This organisation does not accept registrations here.',
    noPassword: 'You have no password yet. Request a link to set one by email.',
    confirmSignedIn: 'Sign in first, then open the link again.',
    noAddress: 'Your account has no email address.',
    addressProved: 'Your address is already confirmed.',
  },
  accounts: {
    tooManyLinks: 'Too many requests. Please wait a few minutes and try again.',
    tooManyRegistrations: 'Too many attempts to register. Please wait a few minutes and try again.',
    link: {
      unknown: 'This link is not valid. It may be incomplete.',
      used: 'This link has already been used or replaced by a newer one.',
      expired: 'This link has expired.',
    },
  },
  mail: {
    resetPassword: {
      subject: 'Set a new password for {{team}}',
      greeting: 'Hello {{name}},',
      body: 'A new password for {{team}} was requested, probably by you. The button opens a page where you can choose it. The link works once and expires in {{minutes}} minutes.\n\nIf it was not you, ignore this email: nothing has changed.',
      button: 'Choose a new password',
    },
    passwordChanged: {
      subject: 'Your password for {{team}} was changed',
      greeting: 'Hello {{name}},',
      body: 'Your password was changed, and you were signed out on your other devices.\n\nIf this was not you, set a new password now and tell an administrator.',
      button: 'This was not me: set a new password',
    },
    verifyEmail: {
      subject: 'Confirm your address for {{team}}',
      greeting: 'Hello,',
      body: 'An account at {{team}} uses this address. Please confirm that it is yours. The link works once and expires in {{minutes}} minutes.\n\nIf you do not have an account there, ignore this email.',
      button: 'Confirm the address',
    },
    completeRegistration: {
      subject: 'Finish your registration at {{team}}',
      greeting: 'Hello,',
      body: 'This address was used to register at {{team}}, probably by you. Confirm it to create the account. The link works once and expires in {{minutes}} minutes.\n\nIf it was not you, ignore this email: no account is created.',
      button: 'Confirm and create the account',
    },
    joinTeam: {
      subject: 'Finish your registration at {{team}}',
      greeting: 'Hello,',
      body: 'You registered at {{team}} with an account that you already have. Confirm to join {{team}}. Your name, password and all other account data stay the same. The link works once and expires in {{minutes}} minutes.\n\nIf it was not you, ignore this email and change your password.',
      button: 'Confirm and join',
    },
    ownPassword: {
      subject: 'Choose your own password for {{team}}',
      greeting: 'Hello,',
      body: 'You now belong to {{team}}. Another organisation set the password that you registered with, and it works only there. The button opens a page where you can choose your own password, which works for both. The link works once and expires in {{minutes}} minutes.\n\nIf it was not you, ignore this email: nothing has changed.',
      button: 'Choose my password',
    },
    accountExists: {
      subject: 'You already have an account',
      greeting: 'Hello,',
      body: 'This address was used to register at {{team}}, probably by you. It already has an account, so nothing was created or changed.\n\nSign in with that account. If you forgot the password, choose “Forgot/Change Password” on the sign-in page.',
      button: 'Go to login',
    },
    accountElsewhere: {
      subject: 'You already have an account',
      greeting: 'Hello,',
      body: 'This address was used to register at {{team}}, probably by you. It already has an account in another organisation, with a different password. Nothing was created or changed.\n\nRegister again with the password of that account; it then works for {{team}} too. If you have no password or forgot it, set one where you use that account, or ask an administrator of {{team}} to add you.\n\nIf it was not you, ignore this email.',
      button: 'Go to login',
    },
    registered: {
      subject: '{{person}} has registered at {{team}}',
      greeting: 'Hello {{name}},',
      body: '{{person}} ({{email}}) created an account at {{team}}.',
      button: 'Open the person’s page',
    },
  },
}
