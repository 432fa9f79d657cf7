import { type Feature, page } from '../../routes/feature.ts'

export const tenants: Feature = {
  pages: [
    page('/apps/superadmin/tenants', 'superadmin', 'tenants', 'TenantsPage', ['administration'], { icon: 'tenant' }),
    page('/apps/superadmin/tenant/:tenantId', 'superadmin', 'tenant', 'TenantPage', [
      'administration',
      'providerSettings',
    ]),
  ],
}
