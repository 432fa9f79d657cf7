import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const requests: readonly DeclaredPage[] = [
  page('/apps/admin/requests', 'admin', 'requests', 'AdminRequestsPage', ['requests'], { icon: 'request' }),
  page('/apps/manager/requests', 'manager', 'requests', 'ManagerRequestsPage', ['requests'], { icon: 'request' }),
]
