import type { en as English } from './en.ts'

export const ar: typeof English = {
  validation: {
    audienceTitleTaken: 'توجد فئة مستهدفة أخرى بهذا الاسم',
  },
  reason: {
    audienceInUse: 'تستخدم قواعد هذه الفئة المستهدفة. أزلها منها أولًا.',
    audienceDividesPathways: 'أقسام من مسارات إلزامية لهذه الفئة. اختر غيرها هناك أولًا.',
  },
  audiences: {
    inUse: 'تستخدم قواعد هذه الفئة المستهدفة: {{names}}. أزلها منها أولًا.',
    dividing: 'أقسام من هذه المسارات إلزامية لهذه الفئة: {{names}}. اختر غيرها هناك أولًا.',
  },
  dataExports: { files: { audiences: 'الفئات المستهدفة التي تضمّك، بأسمائها.' } },
  audit: {
    actions: {
      audiences: {
        addPeople: 'أُضيف أشخاص إلى فئة مستهدفة',
        change: 'غُيّرت فئة مستهدفة',
        create: 'أُنشئت فئة مستهدفة',
        remove: 'أُزيلت فئة مستهدفة',
        removePeople: 'أُزيل أشخاص من فئة مستهدفة',
      },
    },
    subjects: { audience: 'فئة مستهدفة' },
  },
}
