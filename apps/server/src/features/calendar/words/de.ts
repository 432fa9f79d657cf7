export const de = {
  validation: {
    endsBeforeStarts: 'Das Ende liegt vor dem Beginn',
    entryTooLong: 'Höchstens ein Jahr',
    timeInGap: 'Diese Uhrzeit gibt es an diesem Tag nicht: Die Uhren werden vorgestellt. Wählen Sie eine andere',
  },
  calendar: {
    tooManyEntries: 'Ihr Kalender hat bereits 2000 eigene Einträge. Entfernen Sie zuerst einige.',
    feedName: 'Learnt',
    marks: {
      done: '{{title}} (erledigt)',
      open: 'Fällig: {{title}}',
      overdue: 'Überfällig: {{title}}',
      opens: 'Öffnet: {{title}}',
      closes: 'Schließt: {{title}}',
      expires: 'Läuft ab: {{title}}',
      expired: 'Abgelaufen: {{title}}',
      waiting: '{{title}} (Warteliste)',
      cancelled: '{{title}} (abgesagt)',
    },
  },
  dataExports: {
    files: {
      calendarEntries: 'Einträge, die Sie in Ihren Kalender geschrieben haben.',
      calendarFeed:
        'Wann Sie die Adresse erstellt haben, über die andere Kalender Ihren lesen, und wann sie zuletzt gelesen wurde.',
    },
  },
  audit: { actions: { calendar: { createFeed: 'Kalenderadresse erstellt', revokeFeed: 'Kalenderadresse beendet' } } },
}
