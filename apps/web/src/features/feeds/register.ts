import { type Feature, page } from '../../routes/feature.ts'

export const feeds: Feature = {
  pages: [
    page('/apps/admin/feed-history', 'admin', 'feedHistory', 'FeedHistoryPage', ['feeds', 'administration'], {
      icon: 'feed',
    }),
    page('/apps/admin/feed-history/:runId', 'admin', 'feedRun', 'RunPage', ['feeds']),
  ],
}
