export const en = {
  pathways: {
    fileUnknown: 'This file no longer exists.',
    fileKind: 'A file of this type cannot be used here.',
    duplicateId: 'This id is used twice in the pathway.',
    stepSelf: 'A pathway cannot contain itself.',
    stepUnknown: 'This document no longer exists.',
    stepKind: 'This kind of document cannot be a step.',
    stepTwice: 'This document is in the pathway twice.',
    audienceUnknown: 'This audience no longer exists.',
    prerequisiteUnknown: 'This document no longer exists.',
    problem: {
      prerequisiteCircle: 'These documents wait for each other. Remove one of the prerequisites.',
      prerequisiteIsStep: 'This prerequisite is a step of its own. It could never be opened.',
      empty: 'There are no steps yet.',
      sectionEmpty: 'This section has no steps yet.',
      tooFewSteps: 'This section has fewer required steps than have to be done.',
      tooFewCredits: 'The steps of this section are worth fewer credits than are needed.',
      stepNotPublished: 'This step is not published.',
      prerequisiteUnknown: 'A prerequisite no longer exists.',
      nothingRequired: 'At least one step of the pathway must be required.',
    },
  },
  reason: {
    pathways: {
      ownWaiver: 'You cannot waive steps for yourself.',
    },
  },
  dataExports: { files: { stepWaivers: 'Steps of pathways that were waived for you.' } },
  audit: {
    actions: { pathways: { unwaive: 'Waiver taken back', waive: 'Step waived' } },
    subjects: { pathway: 'Pathway' },
  },
}
