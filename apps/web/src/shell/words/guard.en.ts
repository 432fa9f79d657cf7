export const guard = {
  idle: {
    title: 'Are you still there?',
    text: 'Nothing has been done here for a while. To protect your account, you will be signed out.',
    left: 'Signing out in {{time}}',
    stay: 'Stay signed in',
  },
  newVersion: {
    text: 'A new version is ready',
    reload: 'Reload',
    later: 'Later',
  },
  acting: {
    looksOnly: 'You look at this as the person sees it. Nothing that you do here is recorded.',
    label: 'Acting as somebody else',
    both: '{{name}} acts as {{person}}.',
    looking: 'Only looking: nothing can be changed.',
    writing: 'What you change is changed for this person.',
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
