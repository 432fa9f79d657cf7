import { type DeclaredPage, page, redirect } from '../../routes/declared-page.ts'

export const resources: readonly DeclaredPage[] = [
  redirect('/apps/resources', 'signed-in', 'myResources', '/apps/resources/myresources'),
  page(
    '/apps/resources/myresources',
    'signed-in',
    'myResources',
    () => import('./MyResourcesPage.tsx'),
    ['resources', 'parts'],
    { icon: 'resource' },
  ),
  page('/apps/resource/:resourceId/:resourceHandle?', 'signed-in', 'resource', () => import('./ResourcePage.tsx'), [
    'resources',
    'extensions',
    'ratings',
    'files',
    'learning',
    'parts',
  ]),
  page('/apps/admin/resources', 'admin', 'resources', 'ResourcesPage', ['resources', 'documents', 'documentKinds'], {
    icon: 'resource',
  }),
  page('/apps/admin/resources/:resourceId', 'admin', 'resourceEditor', 'ResourceEditorPage', [
    'resources',
    'documents',
    'documentKinds',
    'permissions',
    'files',
    'learning',
    'reports',
    'extensions',
    'points',
  ]),
]
