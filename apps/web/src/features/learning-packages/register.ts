import { type Feature, page } from '../../routes/feature.ts'

export const learningPackages: Feature = {
  pages: [
    page(
      '/apps/admin/learning-packages',
      'admin',
      'learningPackages',
      'LearningPackagesPage',
      ['learningPackages', 'documents', 'documentKinds'],
      { icon: 'package' },
    ),
    page('/apps/admin/learning-package/:learningPackageId', 'admin', 'learningPackage', 'LearningPackagePage', [
      'learningPackages',
      'documents',
      'documentKinds',
      'permissions',
      'extensions',
      'ratings',
      'points',
    ]),
    page('/apps/admin/learning-package', 'admin', 'newLearningPackage', 'NewLearningPackagePage', [
      'learningPackages',
      'documents',
      'documentKinds',
    ]),
  ],
}
