export const en = {
  views: {
    scheduled: 'This view is sent by email. Remove its schedule first.',
    tooMany: 'This list already has 50 saved views. Remove one first.',
  },
  dataExports: { files: { views: 'Views of lists that you saved.' } },
}
