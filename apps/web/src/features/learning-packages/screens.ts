import { api } from '@learnt/contract'
import type { Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ admin }) => {
  const { items } = await admin.call(api.learningPackages.list, { query: { limit: 1 } })
  if (!items[0]) throw new Error('The demonstration has no learning package')
  return [
    {
      name: 'learning-package-editor',
      as: 'admin',
      route: '/apps/admin/learning-package/:learningPackageId',
      address: `/apps/admin/learning-package/${items[0].id}`,
    },
  ]
}
