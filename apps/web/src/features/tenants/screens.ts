import type { PageNotes, Screen, Screens } from '../../testing/screens.ts'

const route = '/apps/superadmin/tenant/:tenantId'
const address = '/apps/superadmin/tenant/learnt'
const tabs = ['settings', 'access', 'teams', 'providers', 'features', 'domains', 'closing']

export const screens: Screens = () => [
  { name: 'tenant', as: 'superadmin', route, address },
  ...tabs.map((tab): Screen => ({ name: `tenant-${tab}`, as: 'superadmin', route, address: `${address}?tab=${tab}` })),
  { name: 'tenant-team', as: 'superadmin', route, address: `${address}?tab=teams&team=learnt` },
]

export const notes: PageNotes = {
  '/apps/superadmin/tenant/:tenantId': {
    remark:
      'overview with checklist, settings, signing in, teams, providers, features, domains, suspend and delete; each by `?tab=`',
  },
}
