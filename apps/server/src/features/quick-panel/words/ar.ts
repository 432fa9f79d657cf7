import type { en as English } from './en.ts'

export const ar: typeof English = {
  quickPanel: { tooManyNotes: 'توجد بالفعل 100 ملاحظة. احذف واحدة أولًا.' },
  dataExports: { files: { notes: 'ملاحظاتك السريعة.' } },
}
