export const guard = {
  idle: {
    title: 'Are you still there?',
    text: 'You have been inactive for a while. To protect your account, you will be signed out.',
    left: 'Signing out in {{time}}',
    stay: 'Stay signed in',
  },
  newVersion: {
    text: 'A new version is available',
    reload: 'Reload',
    later: 'Later',
  },
  acting: {
    looksOnly: 'You see this page as the person does. Nothing you do here is recorded.',
    label: 'Acting as another person',
    both: '{{name}} is acting as {{person}}.',
    looking: 'View only: you cannot change anything.',
    writing: 'Your changes apply to this person.',
    allow: 'Allow changes',
    failed: 'That did not work. Please try again.',
    back: 'Go back to your own account',
  },
} as const

declare module '../../words/catalogues.ts' {
  interface Catalogues {
    guard: typeof guard
  }
}
