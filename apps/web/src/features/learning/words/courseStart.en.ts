export const courseStart = {
  start: 'Start the course',
  goOn: 'Go to the course',
  author: 'Written by',
  contains: 'What it contains',
  facts: 'At a glance',
  duration: 'Duration',
  minutes_one: '{{count}} minute',
  minutes_other: '{{count}} minutes',
  steps: 'Steps',
  due: 'Due',
  optional: 'Optional',
  valid: 'Valid until',
  version: 'Version',
  versionNumber: 'Version {{number}}',
  rating: 'Rating',
  noRating: 'Not enough ratings yet',
  prerequisites: 'To be finished first',
  done: 'You have finished it',
  open: 'Not finished yet: the course stays closed until then',
  overdue: 'It was due {{date}}',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    courseStart: typeof courseStart
  }
}
