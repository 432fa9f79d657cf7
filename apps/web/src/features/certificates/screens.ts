import { api } from '@learnt/contract'
import type { Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ learner, admin }) => {
  const [templates, issued] = await Promise.all([
    admin.call(api.certificates.templates.list, { query: { limit: 1 } }),
    admin.call(api.certificates.admin.list, { query: { limit: 1 } }),
  ])
  const [template] = templates.items
  const [certificate] = (await learner.call(api.certificates.mine)).items
  const credentialId = (certificate ?? issued.items[0])?.credentialId
  if (!template || !credentialId) throw new Error('The demonstration has no certificate')
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
    { name: 'verify', as: 'guest', route: '/verify/:credentialId', address: `/verify/${credentialId}` },
  ]
}
