export const en = {
  reason: {
    eraseAskedToday: 'You requested this within the last day. You can request it again one day later.',
    exportReplaced: 'You requested a newer copy of your data. This one is no longer created.',
  },
  dataExports: {
    readme:
      'Your data at Learnt\nOrganisation: {{tenant}}\nCreated: {{at}}\n\nThis is all data that Learnt stores about you in this organisation. The files are JSON: any text editor can open them. All times are UTC.',
    files: {
      readme: 'This text.',
      profile:
        'Your account: name, addresses, user names, teams, sign-in providers, second factors by type and name. Passwords and keys are not included.',
      sessions: 'Your sessions in this organisation: device, address, time.',
      memberships: 'Your memberships: one for each team, with all fields, roles and settings.',
      managers: 'Names of the people who manage you.',
      assignments: 'Courses and bundles assigned to you, with state, progress, score and due date.',
      assignmentSources: 'Why each course or bundle was assigned to you.',
      assignmentDays: 'The state of your assignments on past days, for reports.',
      activities: 'Your progress in each activity of a course.',
      attempts: 'Your attempts at packages, with score and time.',
      attemptParts: 'Data that packages stored about your attempts, part by part.',
      packageCalls: 'Single calls that packages made while you used them; one JSON object in each line.',
      statements: 'Learning statements (xAPI) about you; one JSON object in each line.',
      notifications: 'Your notifications.',
      notes: 'Your quick notes.',
      views: 'Views of lists that you saved.',
      schedules: 'Reports by email that you set up.',
      receivedReports: 'Reports by email that you receive.',
      mails: 'Emails that were sent to you.',
      uploads: 'Files that you uploaded, by name, size and type.',
      jobs: 'Jobs that you started.',
      audit:
        'Audit log entries about you and your actions. Other people are included only by name, if they did something with your account.',
      analytics: 'Recorded page usage.',
      impersonations: 'When an administrator acted as you, with name and reason.',
      presence: 'When you were last online, and on which device.',
      dataExports: 'Copies of your data that you requested.',
      requests: 'What you asked for in the catalogue, and what became of it.',
      eraseRequests: 'Your deletion requests.',
      stepWaivers: 'Steps of pathways that were waived for you.',
      audiences: 'Audiences that list you, by name.',
      resourceReads: 'Which versions of your resources you opened, read and downloaded.',
    },
  },
  mail: {
    dataExportReady: {
      subject: 'Your data from {{team}} is ready',
      greeting: 'Hello {{name}},',
      body: 'The copy of your data that you requested is ready. You can download it in your profile for {{days}} days; then it is removed.\n\nIf you did not request it, change your password now and tell an administrator.',
      button: 'Open my profile',
    },
    eraseRequested: {
      subject: '{{person}} requests deletion at {{team}}',
      greeting: 'Hello {{name}},',
      body: '{{person}} requests deletion of their data at {{team}}. Nothing has been deleted. The person’s page shows the time and the reason.',
      button: 'Open the person’s page',
    },
  },
}
