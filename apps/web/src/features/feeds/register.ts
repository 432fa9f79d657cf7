import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const feeds: readonly DeclaredPage[] = [
  page('/apps/admin/feed-history', 'admin', 'feedHistory', 'FeedHistoryPage', ['feeds', 'imports', 'administration'], {
    icon: 'feed',
  }),
  page('/apps/admin/feed-history/:runId', 'admin', 'feedRun', 'FeedRunPage', ['feeds', 'imports']),
]
