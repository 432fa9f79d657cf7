import { api } from '@learnt/contract'
import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ admin }) => {
  const [template] = (await admin.call(api.certificates.templates.list, { query: { limit: 1 } })).items
  if (!template) throw new Error('The demonstration has no certificate')
  return [
    {
      name: 'certificate-designer',
      as: 'admin',
      route: '/apps/admin/certificates/:templateId',
      address: `/apps/admin/certificates/${template.id}`,
    },
    {
      name: 'certificates-issued',
      as: 'admin',
      route: '/apps/admin/certificates',
      address: '/apps/admin/certificates?tab=issued',
    },
  ]
}

export const notes: PageNotes = {
  '/apps/admin/certificates': {
    missing:
      'templates, issued with CSV, XLSX, one archive and as of a past day, earned elsewhere; only badge rules count what was earned elsewhere',
  },
  '/apps/mycertificates': { remark: 'own certificates with PDF and public page; hands in those earned elsewhere' },
  '/apps/admin/certificates/:templateId': {
    remark:
      'text with fields, pictures, signature, QR code; by pointer and keys; each language; preview with a person’s name',
  },
  '/apps/manager/certificates': { remark: 'the same over the manager’s own people' },
}
