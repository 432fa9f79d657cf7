import type { en as English } from './en.ts'

export const ar: typeof English = {
  resources: {
    fileUnknown: 'لم يعد هذا الملف موجودًا.',
    fileKind: 'لا يمكن استخدام ملف من هذا النوع هنا.',
    problem: {
      urlMissing: 'العنوان مفقود.',
      fileMissing: 'الملف مفقود.',
    },
  },
}
