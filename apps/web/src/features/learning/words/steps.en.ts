export const steps = {
  formText: 'People fill in this form here. Nothing is recorded in this view.',
  kinds: {
    page: 'Page',
    video: 'Video',
    audio: 'Audio',
    document: 'Document',
    link: 'Link',
    scorm: 'Interactive course',
    form: 'Form',
    quiz: 'Quiz',
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
  },
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    steps: typeof steps
  }
}
