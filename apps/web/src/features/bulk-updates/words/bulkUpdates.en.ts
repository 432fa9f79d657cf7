export const bulkUpdates = {
  title: 'Bulk update',
  text: 'Completions from another system, with their own dates. Nothing counts before you have seen the dry run.',
  sample: 'Sample file',
  log: 'Log',
  empty: 'No bulk updates yet',
  emptyText:
    'Upload a CSV file or an Excel workbook with courseTitle, activityTitle, completedAt, progress and a column that names the person.',
  counts: {
    update: 'To record',
    done: 'update-success',
    skipped: 'update-skipped',
    rejected: 'update-failed',
    failed: 'Failed on the way',
    undone: 'Undone',
    kept: 'Kept at undo',
  },
  run: {
    title: 'Bulk update',
    commitText: 'Rows to record: {{update}}. Nobody gets points, badges, notices or mails. You can undo it later.',
    commitAwards:
      'Rows to record: {{update}}. Points, badges, notices and mails go out as if it happened today. Mails cannot be undone.',
    undoText:
      'Everything becomes what it was before, with its certificates. Where somebody has gone on learning since, the record is kept.',
    discardText: 'It has recorded nothing. It stays in the log.',
  },
  rows: {
    title: 'Title',
    result: 'Result',
    planned: 'Will be recorded',
    undone: 'Undone',
    kept: 'Kept at undo: the person has gone on since.',
  },
  outcomes: {
    update: 'To record, or update-success',
    skipped: 'update-skipped',
    rejected: 'update-failed',
  },
  fields: {
    courseTitle: 'courseTitle (title)',
    activityTitle: 'activityTitle',
    completedAt: 'completedAt',
    progress: 'progress',
    email: 'Person: email',
    username: 'Person: user name',
    employeeId: 'Person: employee ID',
    unique: 'Person: unique column of the team',
    documentType: 'Type',
    documentId: 'Id',
    activityId: 'Id of the activity',
    score: 'Score (%)',
    certificateSerial: 'certificateSerial',
    issuedAt: 'issuedAt (certificate)',
    validUntil: 'validUntil (certificate)',
  },
  types: {
    course: 'Course or bundle',
    pathway: 'Pathway',
    learningPackage: 'Learning package',
    resource: 'Resource',
    form: 'Form',
    event: 'Event',
  },
  options: {
    documentType: 'The titles are titles of',
    documentTypeHelp: 'Where no column says the type of the row.',
    certificates: 'Give certificates with the dates of the file',
    awards: 'Also award points, badges and mails',
    awardsText: 'Everybody in the file gets points, badges, notices and mails, as if they had finished today.',
  },
}

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    bulkUpdates: typeof bulkUpdates
  }
}
