import type { PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  documents: { copy: 'content of the tenant; that the person made it stands in the audit entries', isContent: true },
  documentVersions: {
    copy: 'content of the tenant; that the person published it stands in the audit entries',
    isContent: true,
  },
  documentSections: { isContent: true },
  documentSteps: { isContent: true },
  courseActivities: { isContent: true },
}
