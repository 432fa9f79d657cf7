export const observations = {
  tabs: {
    forms: 'Forms',
    submissions: 'Submissions',
    review: 'My learners’ forms',
    observe: 'To observe',
  },
  people: 'People to observe',
  search: 'Search people',
  nobody: 'Nobody to observe',
  nobodyText: 'People who have an observation that you fill in appear here.',
  columns: {
    person: 'Person',
    form: 'Form',
    state: 'State',
    due: 'Due',
    saved: 'Saved',
    observe: 'Observation',
  },
  observe: 'Observe',
  observeOne: 'Observe {{name}}: {{title}}',
  continue: 'Continue',
  continueOne: 'Continue with {{name}}: {{title}}',
  about: 'Observation of {{name}}',
  toPeople: 'People to observe',
  waitsForPerson:
    'What you answer is saved. {{name}} has to submit their own part first; then you can judge the observation.',
  comment: 'Comment for {{name}}',
  competent: 'Competent',
  notCompetent: 'Not competent',
  later: 'Submit and judge later',
  sure: {
    competent: 'Is {{name}} competent?',
    notCompetent: 'Is {{name}} not competent yet?',
    later: 'Submit the observation?',
  },
  sureText: '{{name}} is told, and sees the answers.',
  sureLater: 'It then waits for the judgement. You can still change your answers until then.',
  done: {
    competent: '{{name}} is competent.',
    notCompetent: '{{name}} is not competent yet.',
    markingRequired: 'The observation of {{name}} waits for the judgement.',
  },
  submitWaits:
    'You are offline. The observation waits on this device and is sent as soon as there is a connection. If you close the page, open the observation again on this device.',
  fillIn: 'Fill in the observation',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    observations: typeof observations
  }
}
