export const providers = {
  callback: {
    heading: 'You could not be signed in',
    over: 'This sign-in took too long, or was begun in another browser. Please begin again.',
    said: 'You were not let in there.',
    failed: 'Something has gone wrong, please try again later',
    back: 'Back to the login',
    linkHeading: 'The account could not be linked',
    toProfile: 'Back to your profile',
    proved: 'That was right',
    closeWindow: 'You can close this window. The page that you came from goes on by itself.',
    proofHeading: 'It could not be shown that it is you',
    proofFailed: 'You can close this window, and try again on the page that you came from.',
  },
  embedded: {
    username: 'User name at {{provider}}',
    password: 'Password at {{provider}}',
    submit: 'Log in with {{provider}}',
    leave: 'Go on at {{provider}}',
  },
  signedIn: 'Successfully logged-in with {{provider}}.',
  linked: 'Your {{provider}} account is successfully linked.',
} as const

declare module '../../words/catalogues.ts' {
  interface Catalogues {
    providers: typeof providers
  }
}
