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
  notOffered: 'Not available in this package',
  choose: 'Choose a part to start with',
  finished: 'This part is finished.',
  frame: 'Content of {{title}}',
  status: {
    notAttempted: 'Not started',
    browsed: 'Viewed',
    incomplete: 'In progress',
    completed: 'Completed',
    passed: 'Passed',
    failed: 'Not passed',
  },
  lock: {
    locked: 'Complete the other parts first',
    noChoice: 'Use Next and Previous to reach this part',
    noReturn: 'You cannot return to earlier parts',
  },
  review: 'Review. Nothing is recorded.',
  browse: 'Preview. Nothing is recorded.',
  timeLimit: 'The time for this part is over.',
  error: {
    'state-failed': 'The course could not be opened. The connection may be down.',
    'not-allowed': 'This course can no longer be recorded here. Close it and open it again.',
    stale: 'This course was opened in another window or on another device. Nothing you do in this window is recorded.',
    refused: 'The package sent data that cannot be recorded.',
    'nothing-to-open': 'This package has no part that can be opened now.',
    'storage-full': 'This browser cannot store your work. Stay connected until everything is saved.',
    protocol: 'The course could not be opened. Reload the page.',
  },
  retry: 'Try again',
} as const satisfies Record<string, string | Record<string, string>>

declare module '../../words/catalogues.ts' {
  interface Catalogues {
    player: typeof player
  }
}
