import type { en as English } from './en.ts'

export const ar: typeof English = {
  validation: {
    managerRuleTitleTaken: 'توجد قاعدة مديرين أخرى بهذا الاسم',
    managerRuleEmpty: 'حدّد من المقصود: أضف شرطًا أو فئة مستهدفة أو اختر الجميع',
    managerRuleOfManagers: 'لا يمكن لقاعدة تحدد المديرين أن تسأل عن المديرين',
    tooManyManagers: 'سيكون لأحد الأشخاص أكثر من 20 مديرًا. أضف شيئًا يشترك فيه الاثنان.',
  },
  managerRules: { ofAudience: 'تستخدم قواعد المديرين هذه الفئة المستهدفة: {{names}}. أزلها منها أولًا.' },
  dataExports: { files: { managers: 'أسماء الأشخاص الذين يديرونك.' } },
  audit: {
    actions: {
      managerRules: { create: 'أُضيفت قاعدة مديرين', remove: 'أُزيلت قاعدة مديرين', update: 'غُيّرت قاعدة مديرين' },
    },
    subjects: { managerRule: 'قاعدة مديرين' },
  },
}
