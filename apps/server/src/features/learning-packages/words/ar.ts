import type { en as English } from './en.ts'

export const ar: typeof English = {
  learningPackages: {
    fileUnknown: 'لم يعد هذا الملف موجودًا.',
    fileKind: 'لا يمكن استخدام ملف من هذا النوع هنا.',
    stepSelf: 'لا يمكن أن تحتوي حزمة التعلم نفسها.',
    stepUnknown: 'لم يعد هذا المستند موجودًا.',
    stepKind: 'لا يمكن أن تحتوي حزمة التعلم حزمة أخرى.',
    stepTwice: 'هذا المستند موجود مرتين في الحزمة.',
    problem: {
      prerequisiteCircle: 'هذه المستندات ينتظر بعضها بعضًا. أزل أحد المتطلبات السابقة.',
      prerequisiteIsStep: 'هذا المتطلب السابق خطوة من خطواته، ولن يُفتح أبدًا.',
      empty: 'لا توجد مستندات في الحزمة بعد.',
      nothingRequired: 'يجب أن يكون مستند واحد على الأقل إلزاميًا.',
      stepNotPublished: 'هذا المستند غير منشور.',
    },
  },
  audit: { subjects: { learningPackage: 'حزمة تعلم' } },
}
