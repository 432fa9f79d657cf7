import { type Feature, page } from '../../routes/feature.ts'

export const audit: Feature = {
  pages: [
    page('/apps/admin/audit-log', 'admin', 'auditLog', 'AuditLogPage', ['administration', 'reports'], {
      icon: 'audit',
    }),
  ],
}
