import type { en as English } from './en.ts'

export const ar: typeof English = {
  permissions: {
    statusJob: '{{status}} القواعد ({{count}})',
    status: {
      active: 'تفعيل',
      inactive: 'تعطيل',
    },
  },
  audit: {
    actions: {
      permissions: {
        assign: 'أُسندت دورة إلى أشخاص',
        create: 'أُنشئت قاعدة لدورة',
        setStatus: 'غُيّرت حالة قواعد كثيرة',
        unassign: 'أُلغي إسناد دورة إلى أشخاص',
        update: 'غُيّرت قاعدة دورة',
      },
    },
    subjects: { permission: 'قاعدة دورة' },
  },
}
