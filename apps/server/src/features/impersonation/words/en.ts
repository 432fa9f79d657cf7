export const en = {
  reason: {
    actingAlready: 'You are already acting as another person. Go back to your own account first.',
    notActive: 'You can act only as an active person',
    actingLooksOnly: 'In this organisation, acting as another person is view only.',
    notActing: 'You are not acting as another person.',
  },
  dataExports: { files: { impersonations: 'When an administrator acted as you, with name and reason.' } },
  audit: {
    actions: {
      impersonation: {
        allowWriting: 'Changes allowed while acting as another person',
        end: 'Stopped acting as another person',
        start: 'Started acting as another person',
      },
    },
  },
}
