/** The words of the specification, section 2. */
export const badgeToast = {
  text: 'Congratulations. You have just earned a badge.',
  view: 'Click here to view.',
  picture: '{{badge}}: badge of {{name}}',
  close: 'Close',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    badgeToast: typeof badgeToast
  }
}
