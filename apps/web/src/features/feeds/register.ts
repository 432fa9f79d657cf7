import { type Feature, page } from '../../routes/feature.ts'

export const feeds: Feature = {
  pages: [
    page('/apps/admin/feed-history', 'admin', 'feedHistory', 'FeedHistoryPage', {
      icon: 'feed',
      namespaces: ['feeds', 'administration'],
    }),
    page('/apps/admin/feed-history/:runId', 'admin', 'feedRun', 'RunPage', { namespaces: ['feeds'] }),
  ],
}
