import { type Feature, page } from '../../routes/feature.ts'

export const certificates: Feature = {
  pages: [
    page('/apps/mycertificates', 'signed-in', 'myCertificates', () => import('./MyCertificatesPage.tsx'), {
      namespaces: ['myCertificates'],
    }),
    page('/apps/admin/certificates', 'admin', 'certificates', 'CertificatesPage', {
      icon: 'certificate',
      namespaces: ['certificates', 'myCertificates', 'reports'],
    }),
    page('/apps/admin/certificates/:templateId', 'admin', 'certificateTemplate', 'TemplatePage', {
      namespaces: ['certificates', 'files'],
      foldsNavigation: true,
    }),
    page('/apps/manager/certificates', 'manager', 'certificates', 'ManagerCertificatesPage', {
      icon: 'certificate',
      namespaces: ['certificates', 'myCertificates', 'reports'],
    }),
  ],
}
