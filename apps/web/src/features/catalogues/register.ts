import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const catalogues: readonly DeclaredPage[] = [
  page(
    '/apps/optional-learning/listing',
    'signed-in',
    'optionalLearning',
    () => import('./CataloguePage.tsx'),
    ['catalogues', 'parts'],
    { icon: 'catalogue', menuId: 'optionallearning' },
  ),
]
