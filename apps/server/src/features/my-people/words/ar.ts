import type { en as English } from './en.ts'

export const ar: typeof English = {
  mail: {
    managerReminded: {
      subject: 'لديك مهام مستحقة',
      greeting: 'مرحبًا {{name}}،',
      body: 'يذكّرك مديرك بما تأخر أو يحين موعده قريبًا: العدد {{count}}، وأولها «{{title}}». {{message}}',
      button: 'فتح تعلّمي',
    },
  },
  dataExports: { files: { reminders: 'متى ذكّرك المديرون بما حان موعده.' } },
  audit: { actions: { myPeople: { remind: 'ذُكّر أشخاص' } } },
}
