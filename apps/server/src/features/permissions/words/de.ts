import type { en as English } from './en.ts'

export const de: typeof English = {
  permissions: {
    statusJob: '{{count}} Regeln {{status}}',
    status: {
      active: 'aktivieren',
      inactive: 'deaktivieren',
    },
  },
}
