import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const bulkUpdates: readonly DeclaredPage[] = [
  page('/apps/admin/bulk-update', 'admin', 'bulkUpdate', 'BulkUpdatePage', ['bulkUpdates', 'imports'], {
    icon: 'upload',
  }),
  page('/apps/admin/bulk-update/:runId', 'admin', 'bulkUpdateRun', 'BulkRunPage', ['bulkUpdates', 'imports']),
]
