import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const learningPackages: readonly DeclaredPage[] = [
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
]
