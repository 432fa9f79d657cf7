import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const users: readonly DeclaredPage[] = [
  page(
    '/apps/admin/settings/usermanagement',
    'superadmin',
    'settingsUsers',
    'UserManagementPage',
    ['settings', 'members'],
    { icon: 'people' },
  ),
]
