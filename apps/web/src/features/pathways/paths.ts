import { part } from '../../routes/paths.ts'

/** Addresses of pages that only this feature leads to. */
export const pathwayPaths = {
  pathways: '/apps/pathways',
  myPathways: '/apps/pathways/mypathways',
  pathwayEditor: (pathwayId: string) => `/apps/admin/pathways/${part(pathwayId)}`,
} as const
