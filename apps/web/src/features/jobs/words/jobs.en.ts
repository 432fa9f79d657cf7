export const jobs = {
  title: 'Jobs',
  text: 'Background jobs, kept for 30 days.',
  empty: 'No jobs in the last 30 days',
  emptyText: 'Imports, bulk changes and other long tasks are listed here.',
  search: 'Search by subject or person',
  columns: {
    name: 'Job',
    state: 'State',
    progress: 'Progress',
    createdBy: 'Started by',
    createdAt: 'Started',
    finishedAt: 'Ended',
    result: 'Result',
  },
  filter: 'State',
  cancel: 'Cancel',
  retry: 'Retry',
  open: 'Open result',
  cancelTitle: 'Cancel “{{name}}”?',
  cancelText: 'Changes made so far are kept.',
  cancelled: '“{{name}}” is being cancelled',
  retried: '“{{name}}” was restarted',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    jobs: typeof jobs
  }
}
