import type { en as English } from './en.ts'

export const de: typeof English = {
  mail: {
    managerReminded: {
      subject: 'Sie haben fällige Aufgaben',
      greeting: 'Hallo {{name}},',
      body: 'Ihre Führungskraft erinnert Sie an das, was überfällig oder bald fällig ist: insgesamt {{count}}, zuerst „{{title}}“. {{message}}',
      button: 'Mein Lernen öffnen',
    },
  },
  dataExports: { files: { reminders: 'Wann Führungskräfte Sie an Fälliges erinnert haben.' } },
  audit: { actions: { myPeople: { remind: 'Personen erinnert' } } },
}
