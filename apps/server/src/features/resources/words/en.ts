export const en = {
  resources: {
    fileUnknown: 'This file no longer exists.',
    fileKind: 'A file of this type cannot be used here.',
    prerequisiteUnknown: 'A prerequisite no longer exists.',
    problem: {
      prerequisiteCircle: 'These documents wait for each other. Remove one of the prerequisites.',
      prerequisiteIsStep: 'This prerequisite is a step of its own. It could never be opened.',
      urlMissing: 'The address is missing.',
      fileMissing: 'The file is missing.',
    },
  },
  dataExports: { files: { resourceReads: 'Which versions of your resources you opened, read and downloaded.' } },
  audit: { actions: { resources: { export: 'Report of a resource exported' } }, subjects: { resource: 'Resource' } },
}
