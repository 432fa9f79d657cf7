import { api } from '@learnt/contract'
import type { Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ admin }) => {
  const { items } = await admin.call(api.members.list, { query: { limit: 1 } })
  if (!items[0]) throw new Error('The demonstration has no people')
  const route = '/apps/admin/users/:userId'
  return [
    { name: 'user', as: 'admin', route, address: `/apps/admin/users/${items[0].userId}` },
    { name: 'user-new', as: 'admin', route, address: '/apps/admin/users/new' },
  ]
}
