export const en = {
  learningPackages: {
    fileUnknown: 'This file no longer exists.',
    fileKind: 'A file of this type cannot be used here.',
    stepSelf: 'A learning package cannot contain itself.',
    stepUnknown: 'This document no longer exists.',
    stepKind: 'A learning package cannot contain another one.',
    stepTwice: 'This document is in the package twice.',
    problem: {
      prerequisiteCircle: 'These documents wait for each other. Remove one of the prerequisites.',
      prerequisiteIsStep: 'This prerequisite is a step of its own. It could never be opened.',
      empty: 'There are no documents in the package yet.',
      nothingRequired: 'At least one document of the package must be required.',
      stepNotPublished: 'This document is not published.',
    },
  },
  audit: { subjects: { learningPackage: 'Learning package' } },
}
