/** What exactly somebody saw of a course. */
export const records = {
  title: 'What was seen',
  backToCourse: 'Back to the course',
  backToReport: 'Back to the report',
  nothing: 'Nothing seen yet',
  nothingText: 'The record begins when the course is opened for the first time.',
  readOnly: 'This is version {{number}} exactly as it was. Nothing here is recorded.',
  version: 'Version',
  since: 'Version {{number}}, since {{from}}',
  during: 'Version {{number}}, {{from}} to {{until}}',
  score: 'Score {{percent}} %',
  started: 'Started',
  completed: 'Completed',
  attempts: 'Attempts',
  attempt: 'Attempt {{number}}',
  elsewhere: 'Steps that only other versions have',
  inVersions: '“{{title}}”, version {{versions}}',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    records: typeof records
  }
}
