import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = () => [
  {
    name: 'tenant-theme',
    as: 'superadmin',
    route: '/apps/superadmin/tenant/:tenantId/theme/:teamId',
    address: '/apps/superadmin/tenant/munro/theme/munro',
  },
]

export const notes: PageNotes = {
  '/apps/admin/settings/theme': { remark: 'palette, own colours, pictures, preview, contrast gate, for each team' },
  '/apps/superadmin/tenant/:tenantId/theme/:teamId': {
    remark: 'theme of any team, for superadministrators who are not its members',
  },
}
