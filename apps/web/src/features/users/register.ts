import { type Feature, page } from '../../routes/feature.ts'

export const users: Feature = {
  pages: [
    page('/apps/admin/settings/usermanagement', 'superadmin', 'settingsUsers', 'UserManagementPage', {
      icon: 'people',
      namespaces: ['settings', 'members'],
    }),
  ],
}
