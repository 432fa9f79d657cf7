import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const previews: readonly DeclaredPage[] = [
  page(
    '/apps/manager/preview/:documentType/:documentId',
    'manager',
    'documentPreview',
    'DocumentPreviewPage',
    ['managers', 'courses', 'documentKinds', 'learning', 'steps', 'resources', 'formFields', 'parts'],
    { foldsNavigation: true },
  ),
]
