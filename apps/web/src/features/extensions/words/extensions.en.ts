export const extensions = {
  note: 'Extended to {{day}} by {{name}}',
  noteSomebody: 'Extended to {{day}}',
  was: 'It was due on {{day}}.',
  extend: 'Extend due date',
  title: 'Extend the due date of {{name}}',
  titleMany_one: 'Extend {{formatted}} due date',
  titleMany_other: 'Extend {{formatted}} due dates',
  text: 'The later date holds while it is later than what the rules say, even if they change. The person gets a notification with the reason.',
  day: 'New due date',
  dayHelp: 'The day ends in your organisation’s time zone',
  dayMissing: 'Choose a date',
  reason: 'Reason',
  done_one: '{{formatted}} due date extended.',
  done_other: '{{formatted}} due dates extended.',
  most: 'At most {{count}} people at a time. Select fewer.',
  left_one: 'One was not extended',
  left_other: '{{count}} were not extended',
  unknown: 'Not found',
  why: {
    done: 'It is finished.',
    noDate: 'It has no due date.',
    notLater: 'The rules already give this date or a later one.',
    notFound: 'It does not exist, or you do not have access to it.',
  },
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    extensions: typeof extensions
  }
}
