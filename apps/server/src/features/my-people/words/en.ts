export const en = {
  mail: {
    managerReminded: {
      subject: 'You have work that is due',
      greeting: 'Hello {{name}},',
      body: 'Your manager reminds you of what is late or due soon: {{count}} in all, first of all “{{title}}”. {{message}}',
      button: 'Open my learning',
    },
  },
  dataExports: { files: { reminders: 'When managers reminded you of work that was due.' } },
  audit: { actions: { myPeople: { remind: 'People reminded' } } },
}
