import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const audit: readonly DeclaredPage[] = [
  page('/apps/admin/audit-log', 'admin', 'auditLog', 'AuditLogPage', ['audit', 'reports'], {
    icon: 'audit',
  }),
]
