import type { en as English } from './en.ts'

export const ar: typeof English = {
  pathways: {
    fileUnknown: 'لم يعد هذا الملف موجودًا.',
    fileKind: 'لا يمكن استخدام ملف من هذا النوع هنا.',
    duplicateId: 'هذا المعرّف مستخدم مرتين في المسار.',
    stepSelf: 'لا يمكن أن يحتوي المسار نفسه.',
    stepUnknown: 'لم يعد هذا المستند موجودًا.',
    stepKind: 'لا يمكن أن يكون هذا النوع من المستندات خطوة.',
    stepTwice: 'هذا المستند موجود مرتين في المسار.',
    audienceUnknown: 'لم تعد هذه الفئة المستهدفة موجودة.',
    prerequisiteUnknown: 'لم يعد هذا المستند موجودًا.',
    problem: {
      prerequisiteCircle: 'هذه المستندات ينتظر بعضها بعضًا. أزل أحد المتطلبات السابقة.',
      prerequisiteIsStep: 'هذا المتطلب السابق خطوة من خطواته، ولن يُفتح أبدًا.',
      empty: 'لا توجد خطوات بعد.',
      sectionEmpty: 'لا توجد خطوات في هذا القسم بعد.',
      tooFewSteps: 'الخطوات الإلزامية في هذا القسم أقل من المطلوب إنجازه.',
      tooFewCredits: 'نقاط خطوات هذا القسم أقل من المطلوب.',
      stepNotPublished: 'هذه الخطوة غير منشورة.',
      prerequisiteUnknown: 'أحد المتطلبات السابقة لم يعد موجودًا.',
      nothingRequired: 'يجب أن تكون خطوة واحدة على الأقل من المسار إلزامية.',
    },
  },
  reason: {
    pathways: {
      ownWaiver: 'لا يمكنك إعفاء نفسك من خطوات.',
    },
  },
  dataExports: { files: { stepWaivers: 'خطوات من المسارات أُعفيت منها.' } },
  audit: { actions: { pathways: { unwaive: 'أُلغي الإعفاء', waive: 'أُعفي من خطوة' } }, subjects: { pathway: 'مسار' } },
}
