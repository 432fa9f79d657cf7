import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { showSignedIn } from '../../testing/show-signed-in.tsx'
import { i18n } from '../../words/i18n.ts'
import { ProfilePage } from './ProfilePage.tsx'

prepareComponents({ namespaces: ['common', 'profile', 'accounts', 'factors', 'shell'] })

it('joins the roles as the language does', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await i18n.changeLanguage('ar')
  showSignedIn(<ProfilePage />, {
    me: { firstName: 'Ada', lastName: 'Admin', email: '', avatar: '', roles: ['learner', 'admin'], impersonation: {} },
    team: { displayName: 'Acme', tenantName: 'Acme' },
  })
  const learner = i18n.t('common:roles.learner')
  const roles = screen.getByText((text) => text.includes(learner)).textContent
  expect(roles).toBe(`${learner} و${i18n.t('common:roles.admin')}`)
})
