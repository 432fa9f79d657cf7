export const en = {
  reason: { onlyByToken: 'Only a program with an access token can exchange it.' },
  tokens: {
    setUpFactor: 'Your organisation requires a second factor. Sign in with a browser and set one up first.',
    codeMissing: 'This account has a second factor: send its code as `code`.',
    onlyPasskey:
      'This account has only passkeys as second factor, which a program cannot use. Create recovery codes or add an authenticator app.',
    codeWrong: 'This code is wrong or has already been used.',
    invalid: 'Invalid access token detected',
    mailed: 'We sent an email to this address. Follow the link in it, then sign in.',
  },
}
