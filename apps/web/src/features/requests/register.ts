import { type Feature, page } from '../../routes/feature.ts'

export const requests: Feature = {
  pages: [
    page('/apps/admin/requests', 'admin', 'requests', 'AdminRequestsPage', {
      icon: 'request',
      namespaces: ['requests'],
    }),
    page('/apps/manager/requests', 'manager', 'requests', 'ManagerRequestsPage', {
      icon: 'request',
      namespaces: ['requests'],
    }),
  ],
}
