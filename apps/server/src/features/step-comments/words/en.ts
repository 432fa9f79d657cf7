export const en = {
  reason: {
    stepComments: {
      notOwn: 'Only its author can delete a comment.',
    },
  },
  stepComments: {
    tooMany: 'There are too many comments here. Delete some first.',
  },
  dataExports: { files: { stepComments: 'Comments that you wrote on steps of courses.' } },
  audit: {
    actions: {
      stepComments: {
        add: 'Comment on a step written',
        remove: 'Comment on a step deleted',
        reopen: 'Comments on a step reopened',
        resolve: 'Comments on a step resolved',
      },
    },
  },
}
