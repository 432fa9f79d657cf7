import { type Feature, page } from '../../routes/feature.ts'

export const pathways: Feature = {
  pages: [
    page('/apps/pathways', 'signed-in', 'pathways', () => import('./PathwaysPage.tsx'), {
      icon: 'pathway',
      exact: true,
      namespaces: ['pathways', 'parts'],
    }),
    page('/apps/pathways/mypathways', 'signed-in', 'myPathways', () => import('./MyPathwaysPage.tsx'), {
      icon: 'pathway',
      namespaces: ['pathways', 'parts'],
    }),
    page('/apps/pathways/:pathwayId', 'signed-in', 'pathway', () => import('./PathwayPage.tsx'), {
      namespaces: ['pathways', 'extensions', 'ratings', 'documentKinds', 'parts'],
    }),
    page('/apps/admin/pathways', 'admin', 'pathways', 'PathwayListPage', {
      icon: 'pathway',
      menuId: 'admin-pathways',
      namespaces: ['pathwayEditor', 'documents', 'documentKinds'],
    }),
    page('/apps/admin/pathways/:pathwayId', 'admin', 'pathwayEditor', 'PathwayEditorPage', {
      namespaces: [
        'pathwayEditor',
        'pathways',
        'documents',
        'documentKinds',
        'permissions',
        'extensions',
        'ratings',
        'points',
      ],
    }),
  ],
}
