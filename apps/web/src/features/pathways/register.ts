import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const pathways: readonly DeclaredPage[] = [
  page('/apps/pathways', 'signed-in', 'pathways', () => import('./PathwaysPage.tsx'), ['pathways', 'parts'], {
    icon: 'pathway',
    exact: true,
  }),
  page(
    '/apps/pathways/mypathways',
    'signed-in',
    'myPathways',
    () => import('./MyPathwaysPage.tsx'),
    ['pathways', 'parts'],
    { icon: 'pathway' },
  ),
  page('/apps/pathways/:pathwayId', 'signed-in', 'pathway', () => import('./PathwayPage.tsx'), [
    'pathways',
    'extensions',
    'ratings',
    'documentKinds',
    'parts',
  ]),
  page(
    '/apps/admin/pathways',
    'admin',
    'pathways',
    'PathwayListPage',
    ['pathwayEditor', 'documents', 'documentKinds'],
    { icon: 'pathway', menuId: 'admin-pathways' },
  ),
  page('/apps/admin/pathways/:pathwayId', 'admin', 'pathwayEditor', 'PathwayEditorPage', [
    'pathwayEditor',
    'pathways',
    'documents',
    'documentKinds',
    'permissions',
    'extensions',
    'ratings',
    'points',
  ]),
]
