import type { en as English } from './en.ts'

export const ar: typeof English = {
  validation: {
    audienceTitleTaken: 'توجد فئة مستهدفة أخرى بهذا الاسم',
  },
  reason: {
    audienceInUse: 'تستخدم قواعد هذه الفئة المستهدفة. أزلها منها أولًا.',
  },
  audiences: {
    inUse: 'تستخدم قواعد هذه الفئة المستهدفة: {{names}}. أزلها منها أولًا.',
  },
}
