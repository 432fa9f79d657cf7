export const en = {
  validation: {
    sixDigits: 'The code has six digits',
    wrongCode: 'This code is wrong or has already been used.',
    wrongPasskey: 'This passkey was not accepted. Please try again.',
  },
  reason: {
    ownFactors: 'Your own second factors are in your profile.',
    belongsElsewhere: 'This person also belongs to another organisation. Only a superadministrator can do this.',
    neverHere: 'This person has not signed in here yet, so there is nothing to remove.',
  },
  factors: {
    blocked: 'Too many wrong answers. Wait a few minutes and try again.',
    stepOver: 'This sign-in took too long or had too many wrong answers. Please start again.',
    setUpOver: 'This setup key has expired. Please start again.',
    nothingOwed: 'This session needs no further proof.',
    setUpAlready: 'You already have a second factor. Please sign in with it.',
    notOwn:
      'You belong to several organisations, and it is not yet confirmed that this account is yours alone. Confirm your address, or set a password by email, under “Password and address” in your profile. If that is not possible, ask an administrator.',
    passkeyOnly: 'Please set up a passkey here.',
    notAdded: 'This passkey is already saved, or you have 20 passkeys.',
    nothingToRecover: 'Recovery codes come with a second factor. Add an authenticator app or a passkey first.',
  },
  mail: {
    authenticatorAdded: {
      subject: 'An authenticator app was added to your account',
      greeting: 'Hello {{name}},',
      body: 'From now on, signing in at {{team}} also requires a code from your authenticator app.\n\nIf this was not you, change your password now and tell an administrator.',
      button: 'View my account',
    },
    authenticatorRemoved: {
      subject: 'The authenticator app was removed from your account',
      greeting: 'Hello {{name}},',
      body: 'Your account no longer requires codes from an authenticator app.\n\nIf this was not you, change your password now and tell an administrator.',
      button: 'View my account',
    },
    passkeyAdded: {
      subject: 'A passkey was added to your account',
      greeting: 'Hello {{name}},',
      body: 'You can now sign in with the passkey “{{passkey}}”.\n\nIf this was not you, remove it in your profile, change your password and tell an administrator.',
      button: 'View my account',
    },
    passkeyRemoved: {
      subject: 'A passkey was removed from your account',
      greeting: 'Hello {{name}},',
      body: 'You can no longer sign in with the passkey “{{passkey}}”.\n\nIf this was not you, change your password now and tell an administrator.',
      button: 'View my account',
    },
    recoveryCodesMade: {
      subject: 'Your account has new recovery codes',
      greeting: 'Hello {{name}},',
      body: 'Ten new recovery codes were created. Older codes no longer work.\n\nIf this was not you, change your password now and tell an administrator.',
      button: 'View my account',
    },
    recoveryCodeUsed: {
      subject: 'A recovery code of your account was used',
      greeting: 'Hello {{name}},',
      body: 'A recovery code was used to sign in, probably by you. Codes left: {{left}}.\n\nIf this was not you, change your password now and tell an administrator.',
      button: 'View my account',
    },
    factorsReset: {
      subject: 'Your second factors were removed',
      greeting: 'Hello {{name}},',
      body: 'An administrator of {{team}} removed the authenticator app, passkeys and recovery codes from your account, so that you can sign in without them. Set up a new second factor in your profile.\n\nIf you did not ask for this, tell an administrator.',
      button: 'View my account',
    },
    passkeysReset: {
      subject: 'Your passkeys for {{team}} were removed',
      greeting: 'Hello {{name}},',
      body: 'An administrator of {{team}} removed the passkeys that work only for this organisation, so that you can sign in without them. Second factors that work for all your organisations are kept. Set up a new passkey in your profile, or when you are asked for one at sign-in.\n\nIf you did not ask for this, tell an administrator.',
      button: 'View my account',
    },
  },
  audit: {
    actions: {
      factors: {
        addAuthenticator: 'Authenticator app added',
        addPasskey: 'Passkey added',
        makeRecoveryCodes: 'Recovery codes created',
        removeAuthenticator: 'Authenticator app removed',
        removePasskey: 'Passkey removed',
        reset: 'Second factors reset',
      },
    },
  },
}
