import { type Feature, page, redirect } from '../../routes/feature.ts'

export const resources: Feature = {
  pages: [
    redirect('/apps/resources', 'signed-in', 'myResources', '/apps/resources/myresources'),
    page('/apps/resources/myresources', 'signed-in', 'myResources', () => import('./MyResourcesPage.tsx'), {
      icon: 'resource',
      namespaces: ['resources', 'parts'],
    }),
    page('/apps/resource/:resourceId/:resourceHandle?', 'signed-in', 'resource', () => import('./ResourcePage.tsx'), {
      namespaces: ['resources', 'extensions', 'ratings', 'files', 'learning', 'parts'],
    }),
    page('/apps/admin/resources', 'admin', 'resources', 'ResourcesPage', {
      icon: 'resource',
      namespaces: ['resources', 'documents', 'documentKinds'],
    }),
    page('/apps/admin/resources/:resourceId', 'admin', 'resourceEditor', 'ResourceEditorPage', {
      namespaces: [
        'resources',
        'documents',
        'documentKinds',
        'permissions',
        'files',
        'learning',
        'reports',
        'extensions',
        'points',
      ],
    }),
  ],
}
