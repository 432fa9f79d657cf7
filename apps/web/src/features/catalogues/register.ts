import { type Feature, page } from '../../routes/feature.ts'

export const catalogues: Feature = {
  pages: [
    page(
      '/apps/optional-learning/listing',
      'signed-in',
      'optionalLearning',
      () => import('./CataloguePage.tsx'),
      ['catalogues', 'parts'],
      { icon: 'catalogue', menuId: 'optionallearning' },
    ),
  ],
}
