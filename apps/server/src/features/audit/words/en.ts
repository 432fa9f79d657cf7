export const en = {
  reason: { audit: { wholeTenant: 'Only administrators of the organisation’s own team can verify the audit log.' } },
  audit: {
    system: 'Learnt itself',
    sheet: 'Audit log',
    columns: {
      number: 'Number',
      id: 'Id',
      moment: 'Time',
      at: 'Time (UTC)',
      actorId: 'Person id',
      actorName: 'Person',
      impersonatorId: 'Acting person id',
      impersonatorName: 'Acting person',
      teamId: 'Team',
      action: 'Action',
      subjectType: 'Subject type',
      subjectId: 'Subject id',
      subjectTitle: 'Subject',
      requestId: 'Request',
      address: 'IP address',
      before: 'Before',
      after: 'After',
      wordsHash: 'Hash of names and values',
      hash: 'Hash',
    },
  },
  dataExports: {
    files: {
      audit:
        'Audit log entries about you and your actions. Other people are included only by name, if they did something with your account.',
    },
  },
}
