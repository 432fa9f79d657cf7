import type { en as English } from './en.ts'

export const ar: typeof English = {
  permissions: {
    statusJob: '{{status}} القواعد ({{count}})',
    status: {
      active: 'تفعيل',
      inactive: 'تعطيل',
    },
  },
}
