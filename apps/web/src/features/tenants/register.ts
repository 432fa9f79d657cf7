import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const tenants: readonly DeclaredPage[] = [
  page('/apps/superadmin/tenants', 'superadmin', 'tenants', 'TenantsPage', ['administration'], { icon: 'tenant' }),
  page('/apps/superadmin/tenant/:tenantId', 'superadmin', 'tenant', 'TenantPage', [
    'administration',
    'providerSettings',
  ]),
]
