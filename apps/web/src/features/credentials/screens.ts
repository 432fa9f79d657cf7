import { api } from '@learnt/contract'
import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ learner, admin }) => {
  const [[certificate], issued] = await Promise.all([
    learner.call(api.certificates.mine).then((page) => page.items),
    admin.call(api.certificates.admin.list, { query: { limit: 1 } }),
  ])
  const credentialId = (certificate ?? issued.items[0])?.credentialId
  if (!credentialId) throw new Error('The demonstration has no certificate')
  return [{ name: 'verify', as: 'guest', route: '/verify/:credentialId', address: `/verify/${credentialId}` }]
}

export const notes: PageNotes = {
  '/verify/:credentialId': { remark: 'certificates and badges, and their files; no sign-in, limited in number' },
}
