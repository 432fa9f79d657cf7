export const de = {
  mail: {
    documentOpened: {
      subject: '„{{title}}“ ist jetzt offen',
      greeting: 'Guten Tag {{name}},',
      body: 'Sie haben abgeschlossen, was vor „{{title}}“ kommt. Sie können jetzt damit beginnen.',
      button: 'Öffnen',
    },
  },
  dataExports: { files: { notifications: 'Ihre Benachrichtigungen.' } },
}
