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
}
