import type { en as English } from './en.ts'

export const de: typeof English = {
  permissions: {
    statusJob: '{{count}} Regeln {{status}}',
    status: {
      active: 'aktivieren',
      inactive: 'deaktivieren',
    },
  },
  audit: {
    actions: {
      permissions: {
        assign: 'Kurs Personen zugewiesen',
        create: 'Regel eines Kurses angelegt',
        setStatus: 'Status vieler Regeln geändert',
        unassign: 'Zuweisung eines Kurses aufgehoben',
        update: 'Regel eines Kurses geändert',
      },
    },
    subjects: { permission: 'Regel eines Kurses' },
  },
}
