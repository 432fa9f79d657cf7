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
      dataExports: 'Copies of your data that you requested.',
      eraseRequests: 'Your deletion requests.',
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
  audit: {
    actions: {
      dataExports: { download: 'Copy of own data downloaded', make: 'Copy of own data requested' },
      eraseRequests: {
        ask: 'Deletion requested',
        dismiss: 'Deletion request dismissed',
        withdraw: 'Deletion request withdrawn',
      },
    },
  },
}
