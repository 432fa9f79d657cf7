export const providers = {
  callback: {
    heading: 'You could not be signed in',
    over: 'This sign-in took too long or was started in another browser. Please start again.',
    said: 'The provider refused the sign-in.',
    failed: 'Something has gone wrong, please try again later',
    back: 'Back to login',
    linkHeading: 'The account could not be linked',
    toProfile: 'Back to your profile',
    proved: 'Identity confirmed',
    closeWindow: 'You can close this window. The previous page continues automatically.',
    proofHeading: 'Your identity could not be confirmed',
    proofFailed: 'Close this window and try again on the previous page.',
  },
  embedded: {
    username: 'User name at {{provider}}',
    password: 'Password at {{provider}}',
    submit: 'Log in with {{provider}}',
    leave: 'Continue at {{provider}}',
  },
  signedIn: 'Successfully logged-in with {{provider}}.',
  linked: 'Your {{provider}} account is successfully linked.',
} as const

declare module '../../words/catalogues.ts' {
  interface Catalogues {
    providers: typeof providers
  }
}
