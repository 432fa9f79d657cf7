import { type Feature, page } from '../../routes/feature.ts'

export const bulkUpdates: Feature = {
  pages: [
    page('/apps/admin/bulk-update', 'admin', 'bulkUpdate', 'BulkUpdatePage', ['bulkUpdates', 'feeds'], {
      icon: 'upload',
    }),
    page('/apps/admin/bulk-update/:runId', 'admin', 'bulkUpdateRun', 'BulkRunPage', ['bulkUpdates', 'feeds']),
  ],
}
