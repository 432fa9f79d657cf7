/** Addresses of pages that only this feature leads to. */
export const tenantPaths = {
  tenants: '/apps/superadmin/tenants',
} as const
