export const en = {
  validation: {
    audienceTitleTaken: 'Another audience has this name',
  },
  reason: {
    audienceInUse: 'Rules use this audience. Remove it from them first.',
    audienceDividesPathways: 'Sections of pathways are required of this audience. Choose others there first.',
  },
  audiences: {
    inUse: 'Rules use this audience: {{names}}. Remove it from them first.',
    dividing: 'Sections of these pathways are required of this audience: {{names}}. Choose others there first.',
  },
  dataExports: { files: { audiences: 'Audiences that list you, by name.' } },
  audit: {
    actions: {
      audiences: {
        addPeople: 'People added to an audience',
        change: 'Audience changed',
        create: 'Audience created',
        remove: 'Audience removed',
        removePeople: 'People taken off an audience',
      },
    },
    subjects: { audience: 'Audience' },
  },
}
