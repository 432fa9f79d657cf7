export const en = {
  reason: {
    documents: {
      archived: 'The document is archived. Restore it first.',
      notArchived: 'The document is not archived.',
      nothingToPublish: 'Everything is already published.',
      noDraft: 'There are no unpublished changes.',
      notPublished: 'The document is not published.',
    },
  },
  documents: {
    copyOf: 'Copy of {{title}}',
    bulk: {
      title: '{{action}} ({{count}})',
      publish: 'Publish',
      withdraw: 'Withdraw',
      archive: 'Archive',
      restore: 'Restore',
      gone: 'It no longer exists.',
    },
  },
}
