import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const permissions: readonly DeclaredPage[] = [
  page(
    '/apps/admin/permissions',
    'admin',
    'permissions',
    'PermissionsPage',
    ['permissions', 'audiences', 'documents', 'documentKinds'],
    { icon: 'permission' },
  ),
]
