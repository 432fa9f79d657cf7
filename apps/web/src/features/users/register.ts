import { type Feature, page } from '../../routes/feature.ts'

export const users: Feature = {
  pages: [
    page(
      '/apps/admin/settings/usermanagement',
      'superadmin',
      'settingsUsers',
      'UserManagementPage',
      ['settings', 'members'],
      { icon: 'people' },
    ),
  ],
}
