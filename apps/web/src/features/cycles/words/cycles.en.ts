export const cycles = {
  validUntil: 'Valid until {{date}}.',
  willBeValidUntil: 'Once you finish, it is valid until {{date}}.',
  window: 'You can renew from {{from}} to {{to}}.',
  opens: 'You can renew from {{from}}.',
  closes: 'Then do it again by {{to}}.',
  renew: 'Renew now',
  startOver: {
    button: 'Start over',
    title: 'Start “{{title}}” over?',
    text: 'You begin again at the first step. What you did stays on record. Due dates stay the same.',
  },
  again: {
    course: 'Cycle {{number}}: you do this course again',
    pathway: 'Cycle {{number}}: you do this pathway again',
    bundle: 'Cycle {{number}}: you do this bundle again',
  },
  earlier_one: '{{count}} earlier cycle',
  earlier_other: '{{count}} earlier cycles',
  number: 'Cycle {{number}}',
  from: 'From {{date}}',
  completed: 'Completed {{date}}',
  notCompleted: 'Not completed',
  score: 'Score {{score}}',
  wasValidUntil: 'Valid until {{date}}',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    cycles: typeof cycles
  }
}
