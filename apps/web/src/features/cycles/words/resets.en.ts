export const resets = {
  title: 'Doing it again',
  kind: 'Repeat',
  amount: 'After',
  unit: 'Unit',
  day: 'Day',
  month: 'Month',
  opensBefore: 'Renewal opens (days before the end)',
  opensBeforeHelp: 'From then on people who are done can renew. 0: not before the end.',
  closesAfter: 'To be done within (days after the start)',
  closesAfterHelp: 'Empty: as the rules say.',
  stepsToo:
    'When this begins again, the steps that people have begun start over with it. A step that repeats by itself never moves the whole.',
  warnings: 'Tell people (days before the end)',
  warningsHelp: 'In the bell and by email. Press Enter after each number.',
  preview: 'What this means',
  first: 'For someone assigned on {{from}}: what they finish is valid until {{until}}.',
  later: 'The next cycle can be done from {{from}}. It covers {{start}} to {{until}}.',
  laterDue: 'The next cycle can be done from {{from}} to {{due}}. It covers {{start}} to {{until}}.',
  kinds: {
    none: 'Never',
    timeframe: 'After a time',
    fixedDate: 'On a fixed day of each year',
    month: 'Due in one month of each year',
  },
  help: {
    none: 'Nobody has to do it again.',
    timeframe: 'Counts from the day of the assignment, then from the last reset.',
    fixedDate: 'Everybody begins again on this day. 29 February counts as 28 February in other years.',
    month: 'Everybody begins again on the first of the month and has until its last day.',
  },
  units: {
    day: 'Days',
    month: 'Months',
    year: 'Years',
  },
  people_one: '{{count}} person has it.',
  people_other: '{{count}} people have it.',
  beginNow_one: '{{count}} begins again as soon as you publish.',
  beginNow_other: '{{count}} begin again as soon as you publish.',
  unfinished_one: '{{count}} of them has not finished.',
  unfinished_other: '{{count}} of them have not finished.',
  next_one: 'Next: {{count}} person on {{day}}.',
  next_other: 'Next: {{count}} people on {{day}}.',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    resets: typeof resets
  }
}
