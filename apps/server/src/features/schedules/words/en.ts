export const en = {
  validation: {
    time: 'Enter a time like 07:30',
    receivers: 'Choose at least one person',
    reportView: 'Choose one of your saved views of a report',
    seesNoReports: 'At least one of these people may not see this report',
  },
  schedules: { tooMany: 'You already have 20 schedules. Remove one first.' },
  mail: {
    schedule: {
      subject: 'Report: {{view}}',
      greeting: 'Hello {{name}},',
      body: '{{owner}} sends you the report “{{view}}”. Sign in to open it; you see what your rights allow.\n\nThis email contains no figures. You can unsubscribe on this page: {{address}}/apps/report-mails',
      button: 'Open the report',
    },
  },
  dataExports: {
    files: { schedules: 'Reports by email that you set up.', receivedReports: 'Reports by email that you receive.' },
  },
  audit: {
    actions: {
      schedules: {
        create: 'Scheduled report created',
        pause: 'Scheduled report paused',
        receive: 'Subscribed to scheduled report again',
        remove: 'Scheduled report removed',
        resume: 'Scheduled report resumed',
        stop: 'Scheduled report stopped',
        unsubscribe: 'Unsubscribed from scheduled report',
        update: 'Scheduled report changed',
      },
    },
    subjects: { schedule: 'Scheduled report' },
  },
}
