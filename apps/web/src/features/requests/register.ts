import { type Feature, page } from '../../routes/feature.ts'

export const requests: Feature = {
  pages: [
    page('/apps/admin/requests', 'admin', 'requests', 'AdminRequestsPage', ['requests'], { icon: 'request' }),
    page('/apps/manager/requests', 'manager', 'requests', 'ManagerRequestsPage', ['requests'], { icon: 'request' }),
  ],
}
