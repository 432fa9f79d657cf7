import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const certificates: readonly DeclaredPage[] = [
  page('/apps/mycertificates', 'signed-in', 'myCertificates', () => import('./MyCertificatesPage.tsx'), [
    'myCertificates',
  ]),
  page(
    '/apps/admin/certificates',
    'admin',
    'certificates',
    'CertificatesPage',
    ['certificates', 'myCertificates', 'reports'],
    { icon: 'certificate' },
  ),
  page(
    '/apps/admin/certificates/:templateId',
    'admin',
    'certificateTemplate',
    'TemplatePage',
    ['certificates', 'files'],
    { foldsNavigation: true },
  ),
  page(
    '/apps/manager/certificates',
    'manager',
    'certificates',
    'ManagerCertificatesPage',
    ['certificates', 'myCertificates', 'reports'],
    { icon: 'certificate' },
  ),
]
