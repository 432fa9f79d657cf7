import { type Feature, page } from '../../routes/feature.ts'

export const permissions: Feature = {
  pages: [
    page(
      '/apps/admin/permissions',
      'admin',
      'permissions',
      'PermissionsPage',
      ['permissions', 'audiences', 'documents', 'documentKinds'],
      { icon: 'permission' },
    ),
  ],
}
