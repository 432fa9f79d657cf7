import { type Feature, page } from '../../routes/feature.ts'

export const learningPackages: Feature = {
  pages: [
    page('/apps/admin/learning-packages', 'admin', 'learningPackages', 'LearningPackagesPage', {
      icon: 'package',
      namespaces: ['learningPackages', 'documents', 'documentKinds'],
    }),
    page('/apps/admin/learning-package/:learningPackageId', 'admin', 'learningPackage', 'LearningPackagePage', {
      namespaces: ['learningPackages', 'documents', 'documentKinds', 'permissions', 'extensions', 'ratings', 'points'],
    }),
    page('/apps/admin/learning-package', 'admin', 'newLearningPackage', 'NewLearningPackagePage', {
      namespaces: ['learningPackages', 'documents', 'documentKinds'],
    }),
  ],
}
