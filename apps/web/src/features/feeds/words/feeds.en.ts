export const feeds = {
  title: 'Feed history',
  text: 'Files from your HR system, and what each of them changed.',
  tabs: {
    runs: 'Runs',
    settings: 'Columns and safety',
  },
  sources: {
    upload: 'Upload',
    api: 'API',
    folder: 'Folder',
  },
  counts: {
    create: 'New',
    update: 'Changed',
    leaving: 'Leaving',
    unchanged: 'Unchanged',
    skipped: 'Left out',
    rejected: 'Rejected',
    failed: 'Failed',
    undone: 'Undone',
  },
  runs: {
    empty: 'No runs yet',
    emptyText:
      'Upload a CSV file or an Excel workbook with your people. Nothing changes before you have seen the dry run.',
  },
  run: {
    title: 'Run',
    asks: 'This run would deactivate {{leaving}} of {{active}} active people ({{share}} %), more than the {{most}} % that may go without asking. Please check that the file is complete.',
    away: 'People in the file who are not active: {{people}}. They stay as they are.',
    commitText: 'New: {{create}}. Changed: {{update}}. Leaving: {{leaving}}. You can undo the run later.',
    undoText:
      'Fields get their earlier values, unless somebody has changed them since. People whom the run added are archived; their records stay.',
    discardText: 'It has changed nothing. It stays in the history.',
  },
  rows: {
    outcome: 'Outcome',
    what: 'What',
    change: '{{field}}: {{before}} → {{after}}',
    nothing: 'empty',
  },
  outcomes: {
    create: 'New',
    update: 'Changed',
    leave: 'Leaves',
    unchanged: 'Unchanged',
    skipped: 'Left out',
    rejected: 'Rejected',
  },
  options: {
    mode: 'People',
    modeHelp: 'Whom the run may touch.',
    modeChoices: {
      both: 'Add new and change known people',
      create: 'Only add new people',
      update: 'Only change known people',
    },
    blanks: 'Empty cells',
    blanksHelp: 'What an empty cell means.',
    blanksChoices: {
      keep: 'Keep the value',
      clear: 'Empty the field',
    },
    missing: 'People who are not in the file',
    missingHelp: 'Administrators always stay.',
    missingChoices: {
      inactive: 'Set to inactive',
      archived: 'Archive',
      terminated: 'Set to terminated',
      maternity_leave: 'Set to maternity leave',
      paternity_leave: 'Set to paternity leave',
      sick_leave: 'Set to sick leave',
      compassionate_leave: 'Set to compassionate leave',
      leave_without_pay: 'Set to leave without pay',
      keep: 'Keep as they are',
    },
    separator: 'Separator within a cell',
    separatorHelp: 'Between several values of one cell.',
    returns: 'People in the file who had left become active again',
    invites: 'New people get an email that says how to sign in',
  },
  settings: {
    care: 'Safety',
    careText: 'A run that would deactivate many people stops and asks.',
    mostLeaving: 'Deactivate without asking, at most (%)',
    mostLeavingHelp: 'Percent of the active people, from 0 to 100.',
    watchesFolder: 'Run new files in the folder by themselves',
    watchesFolderHelp: 'Each file runs once, with the columns and options of the last file.',
    folder: 'Folder below the server’s data folder:',
    save: 'Save',
    saved: 'Saved',
  },
  fields: {
    email: 'Email',
    username: 'User name',
    employeeId: 'Employee ID',
    firstName: 'First name',
    lastName: 'Last name',
    preferredName: 'Preferred name',
    phone: 'Phone',
    dob: 'Date of birth',
    position: 'Position',
    managers: 'Managers',
    tags: 'Tags',
    terminationDate: 'Termination date',
    status: 'Status',
    loc: 'Location {{number}}',
    div: 'Division {{number}}',
    custom: 'Custom {{number}}',
  },
}

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    feeds: typeof feeds
  }
}
