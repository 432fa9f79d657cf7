import { api } from '@learnt/contract'
import type { Screens } from '../../testing/screens.ts'

const tabs = ['learning', 'why', 'certificates', 'points', 'sessions', 'mails', 'history']

export const screens: Screens = async ({ admin }) => {
  // who has something on most tabs
  const { items } = await admin.call(api.members.list, { query: { search: 'learner@learnt.example', limit: 1 } })
  if (!items[0]) throw new Error('The demonstration has no learner')
  const route = '/apps/admin/users/:userId'
  const address = `/apps/admin/users/${items[0].userId}`
  return [
    { name: 'user', as: 'admin', route, address },
    ...tabs.map((tab) => ({ name: `user-${tab}`, as: 'admin' as const, route, address: `${address}?tab=${tab}` })),
    { name: 'user-new', as: 'admin', route, address: '/apps/admin/users/new' },
  ]
}
