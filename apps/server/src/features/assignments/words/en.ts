export const en = {
  dataExports: {
    files: {
      assignments: 'Courses and bundles assigned to you, with state, progress, score and due date.',
      assignmentSources: 'Why each course or bundle was assigned to you.',
      earlierSources: 'Why earlier cycles of them were assigned to you.',
      causes: 'When you finished something, or a completion was taken back.',
      assignmentDays: 'The state of your assignments on past days, for reports.',
      activityDays: 'The state of your activities on past days, for reports.',
      activities: 'Your progress in each activity of a course.',
      seenVersions: 'Earlier versions of your courses that you were on, and until when.',
    },
  },
}
