export const en = {
  reason: {
    jobEnded: 'This job has already ended.',
    jobNotEnded: 'Only a failed or cancelled job can be retried.',
    notYourJob: 'Only the person who started this job can retry it.',
  },
  jobs: { outcome: { done: 'done', skipped: 'skipped', failed: 'failed' } },
  dataExports: { files: { jobs: 'Jobs that you started.' } },
  audit: {
    actions: { jobs: { cancel: 'Job cancelled', exportRows: 'Rows of a job exported', retry: 'Job retried' } },
    subjects: { job: 'Job' },
  },
}
