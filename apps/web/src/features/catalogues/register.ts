import { type Feature, page } from '../../routes/feature.ts'

export const catalogues: Feature = {
  pages: [
    page('/apps/optional-learning/listing', 'signed-in', 'optionalLearning', () => import('./CataloguePage.tsx'), {
      icon: 'catalogue',
      menuId: 'optionallearning',
      namespaces: ['catalogues', 'parts'],
    }),
  ],
}
