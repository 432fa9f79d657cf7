/** The player of packages: a page of its own on the content origin, which knows no other catalogue. */
export const player = {
  loading: 'Opening…',
  contents: 'Contents',
  closeContents: 'Close the contents',
  previous: 'Previous',
  next: 'Next',
  previousTo: 'Previous: {{title}}',
  nextTo: 'Next: {{title}}',
  suspend: 'Save and close',
  noPrevious: 'This is the first part',
  noNext: 'This is the last part',
  notOffered: 'The package does not offer this here',
  choose: 'Choose a part to begin with',
  finished: 'This part is finished.',
  frame: 'Content of {{title}}',
  status: {
    notAttempted: 'Not started',
    browsed: 'Looked at',
    incomplete: 'In progress',
    completed: 'Completed',
    passed: 'Passed',
    failed: 'Not passed',
  },
  lock: {
    locked: 'Other parts have to be done first',
    noChoice: 'Only to be reached by Next and Previous',
    noReturn: 'There is no way back to earlier parts',
  },
  review: 'You are looking again. Nothing is recorded.',
  browse: 'Preview. Nothing is recorded.',
  timeLimit: 'The time for this part is over.',
  error: {
    'state-failed': 'The course could not be opened. The connection may be down.',
    'not-allowed': 'This course can no longer be recorded here. Close it and open it again.',
    stale:
      'This course was opened in another window or on another device. What you do in this window is no longer recorded.',
    refused: 'The package sent something that cannot be recorded.',
    'nothing-to-open': 'There is nothing in this package that can be opened now.',
    'storage-full': 'This browser keeps nothing. Stay connected until everything is saved.',
    protocol: 'The course could not be opened. Reload the page.',
  },
  retry: 'Try again',
} as const satisfies Record<string, string | Record<string, string>>

declare module '../../words/catalogues.ts' {
  interface Catalogues {
    player: typeof player
  }
}
