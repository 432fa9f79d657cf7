import { api } from '@learnt/contract'
import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ admin }) => {
  const { items } = await admin.call(api.erasures.list, { query: { state: 'open' } })
  if (!items[0]) throw new Error('The demonstration has no open request for deletion')
  const settings = '/apps/admin/settings/data-protection'
  return [
    { name: 'retention', as: 'admin', route: settings, address: `${settings}?tab=retention` },
    { name: 'holds', as: 'admin', route: settings, address: `${settings}?tab=holds` },
    {
      name: 'user-to-erase',
      as: 'admin',
      route: '/apps/admin/users/:userId',
      address: `/apps/admin/users/${items[0].userId}?teamId=${items[0].teamId}`,
    },
  ]
}

export const notes: PageNotes = {
  '/apps/admin/settings/data-protection': {
    remark: 'requests for deletion, what is kept as proof, legal holds; each by `?tab=`; ours',
  },
}
