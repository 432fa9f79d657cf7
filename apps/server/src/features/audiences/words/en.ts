export const en = {
  validation: {
    audienceTitleTaken: 'Another audience has this name',
  },
  reason: {
    audienceInUse: 'Rules use this audience. Remove it from them first.',
  },
  audiences: {
    inUse: 'Rules use this audience: {{names}}. Remove it from them first.',
  },
}
