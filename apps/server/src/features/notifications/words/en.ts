export const en = {
  mail: {
    documentOpened: {
      subject: '“{{title}}” is open for you now',
      greeting: 'Hello {{name}},',
      body: 'You have finished what comes before “{{title}}”. You can begin it now.',
      button: 'Open',
    },
  },
  dataExports: { files: { notifications: 'Your notifications.' } },
}
