import { type Feature, page } from '../../routes/feature.ts'

export const tenants: Feature = {
  pages: [
    page('/apps/superadmin/tenants', 'superadmin', 'tenants', 'TenantsPage', {
      icon: 'tenant',
      namespaces: ['administration'],
    }),
    page('/apps/superadmin/tenant/:tenantId', 'superadmin', 'tenant', 'TenantPage', {
      namespaces: ['administration', 'providerSettings'],
    }),
  ],
}
