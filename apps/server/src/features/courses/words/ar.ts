import type { en as English } from './en.ts'

export const ar: typeof English = {
  reason: {
    courses: {
      archived: 'الدورة مؤرشفة. استعدها أولًا.',
      notArchived: 'الدورة غير مؤرشفة.',
      nothingToPublish: 'كل شيء منشور بالفعل.',
      noDraft: 'لا توجد تغييرات غير منشورة.',
      notPublished: 'الدورة غير منشورة.',
    },
  },
  courses: {
    copyOf: 'نسخة من {{title}}',
    duplicateId: 'هذا المعرّف موجود مرتين في الدورة.',
    fileUnknown: 'لم يعد هذا الملف موجودًا.',
    fileKind: 'لا يمكن استخدام ملف من هذا النوع هنا.',
    packageUnknown: 'لم تعد هذه الحزمة موجودة.',
    completionRule: 'لا يمكن إكمال هذه الخطوة بهذه الطريقة.',
    bundleHasCourses: 'تتكون الحزمة من دورات وليس لها خطوات خاصة بها.',
    courseHasSteps: 'الحزمة وحدها تتكون من دورات.',
    childUnknown: 'لم تعد هذه الدورة موجودة.',
    tooManyTags: 'تحتوي هذه الصفحة على عناصر كثيرة جدًا. قسّمها إلى عدة صفحات، والدورة إلى عدة دورات.',
    childSelf: 'لا يمكن أن تحتوي الحزمة على نفسها.',
    childBundle: 'لا يمكن أن تحتوي الحزمة على حزمة أخرى.',
    childTwice: 'هذه الدورة موجودة مرتين في الحزمة.',
    notAPackage: 'لم يُرفع هذا الملف كحزمة.',
    bulk: {
      title: '{{action}} ({{count}})',
      publish: 'نشر الدورات',
      withdraw: 'سحب الدورات',
      archive: 'أرشفة الدورات',
      restore: 'استعادة الدورات',
      gone: 'لم تعد موجودة.',
    },
    prerequisiteUnknown: 'أحد المتطلبات السابقة لم يعد موجودًا.',
    problem: {
      prerequisiteCircle: 'هذه المستندات ينتظر بعضها بعضًا. أزل أحد المتطلبات السابقة.',
      prerequisiteIsStep: 'هذا المتطلب السابق خطوة من خطواته، ولن يُفتح أبدًا.',
      empty: 'لا توجد خطوات بعد.',
      noChildren: 'لا توجد دورات في الحزمة بعد.',
      childNotPublished: 'هذه الدورة من الحزمة غير منشورة.',
      pageEmpty: 'الصفحة فارغة.',
      fileMissing: 'ملف هذه الخطوة مفقود.',
      packageMissing: 'حزمة هذه الخطوة مفقودة.',
      urlMissing: 'عنوان هذه الخطوة مفقود.',
    },
  },
}
