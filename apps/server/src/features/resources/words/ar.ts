import type { en as English } from './en.ts'

export const ar: typeof English = {
  resources: {
    fileUnknown: 'لم يعد هذا الملف موجودًا.',
    fileKind: 'لا يمكن استخدام ملف من هذا النوع هنا.',
    prerequisiteUnknown: 'أحد المتطلبات السابقة لم يعد موجودًا.',
    problem: {
      prerequisiteCircle: 'هذه المستندات ينتظر بعضها بعضًا. أزل أحد المتطلبات السابقة.',
      prerequisiteIsStep: 'هذا المتطلب السابق خطوة من خطواته، ولن يُفتح أبدًا.',
      urlMissing: 'العنوان مفقود.',
      fileMissing: 'الملف مفقود.',
    },
  },
  dataExports: { files: { resourceReads: 'إصدارات مواردك التي فتحتها وقرأتها ونزّلتها.' } },
  audit: { actions: { resources: { export: 'صُدّر تقرير مورد' } }, subjects: { resource: 'مورد' } },
}
