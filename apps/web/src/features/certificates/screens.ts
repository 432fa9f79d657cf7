import { api } from '@learnt/contract'
import type { Screens } from '../../testing/screens.ts'

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
