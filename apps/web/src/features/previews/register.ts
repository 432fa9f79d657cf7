import { type Feature, page } from '../../routes/feature.ts'

export const previews: Feature = {
  pages: [
    page(
      '/apps/manager/preview/:documentType/:documentId',
      'manager',
      'documentPreview',
      'DocumentPreviewPage',
      ['managers', 'courses', 'documentKinds', 'learning', 'steps', 'resources', 'formFields', 'parts'],
      { foldsNavigation: true },
    ),
  ],
}
