import { screen } from '@testing-library/react'
import { afterAll, expect, it, vi } from 'vitest'
import { i18n } from '../../i18n.ts'
import { prepareComponents } from '../../testing/show.tsx'
import { showInRouter } from '../../testing/show-in-router.tsx'
import { ProfilePage } from './ProfilePage.tsx'

const me = {
  firstName: 'Ada',
  lastName: 'Admin',
  email: '',
  avatar: '',
  roles: ['learner', 'admin'],
  impersonation: {},
}
vi.mock('../../api/SessionProvider.tsx', () => ({
  useMe: () => me,
  useSession: () => ({
    me,
    team: { displayName: 'Acme', tenantName: 'Acme' },
    settings: { defaultLocale: '' },
    preferences: { locale: null, colorScheme: 'system', theme: null },
    prefer: async () => {},
  }),
}))
vi.mock('./ImpersonationList.tsx', () => ({ ImpersonationList: () => null }))
prepareComponents({ namespaces: ['common', 'profile', 'accounts', 'factors', 'shell'] })
afterAll(() => i18n.changeLanguage('en'))

it('joins the roles as the language does', async () => {
  await i18n.changeLanguage('ar')
  showInRouter(<ProfilePage />)
  const learner = i18n.t('common:roles.learner')
  const roles = screen.getByText((text) => text.includes(learner)).textContent
  expect(roles).toBe(`${learner} و${i18n.t('common:roles.admin')}`)
})
