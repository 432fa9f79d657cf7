import { type Feature, page } from '../../routes/feature.ts'

export const bulkUpdates: Feature = {
  pages: [
    page('/apps/admin/bulk-update', 'admin', 'bulkUpdate', 'BulkUpdatePage', {
      icon: 'upload',
      namespaces: ['bulkUpdates', 'feeds'],
    }),
    page('/apps/admin/bulk-update/:runId', 'admin', 'bulkUpdateRun', 'BulkRunPage', {
      namespaces: ['bulkUpdates', 'feeds'],
    }),
  ],
}
