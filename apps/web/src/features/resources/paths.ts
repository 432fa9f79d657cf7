import { part } from '../../routes/paths.ts'

/** Addresses of pages that only this feature leads to. */
export const resourcePaths = {
  myResources: '/apps/resources/myresources',
  resourceEditor: (resourceId: string) => `/apps/admin/resources/${part(resourceId)}`,
} as const
