import type { en as English } from './en.ts'

export const ar: typeof English = {
  views: {
    scheduled: 'تُرسل طريقة العرض هذه بالبريد. أزل جدولها أولًا.',
    tooMany: 'توجد بالفعل 50 طريقة عرض محفوظة لهذه القائمة. احذف واحدة أولًا.',
  },
  dataExports: { files: { views: 'طرق عرض القوائم التي حفظتها.' } },
}
