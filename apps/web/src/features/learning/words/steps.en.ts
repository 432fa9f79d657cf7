export const steps = {
  formText: 'People fill in this form here. Nothing is recorded in this view.',
  eventText: 'People register for this event here. Nothing is recorded in this view.',
  attendedBefore: 'You have attended this event already.',
  count: 'Count it for this course',
  counted: 'It counts for this course',
  attendanceText: 'Your attendance is recorded at the event.',
  startPage: 'Show the start page again',
  kinds: {
    page: 'PAGE',
    video: 'Video',
    audio: 'AUDIO',
    document: 'DOC',
    link: 'Link',
    scorm: 'SCORM',
    form: 'FORM',
    quiz: 'Quiz',
    event: 'Event',
  },
  rules: {
    view: 'Done when you have read it to the end',
    viewMedia: 'Done when you have played it to the end',
    viewLink: 'Done when you follow the link',
    tick: 'Done when you mark it as done',
    watch: 'Done when you have watched {{percent}} %',
    listen: 'Done when you have listened to {{percent}} %',
    score: 'Done with a score of at least {{percent}} %',
    package: 'Done when the package reports completion',
    submitted: 'Done when you have submitted it',
    passed: 'Done with at least {{percent}} %',
    approved: 'Done when it is approved',
    competent: 'Done when you are found competent',
    attended: 'Done when you have attended it',
    attendedOne: 'Done when you have attended one of its dates',
  },
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    steps: typeof steps
  }
}
