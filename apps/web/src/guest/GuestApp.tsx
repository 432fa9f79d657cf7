import type { Me, Start } from '@learnt/contract/session'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n.ts'
import { paths } from '../paths.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { paintGuestPages } from './guest-colors.ts'
import { LoginPage } from './LoginPage.tsx'

const FirstRunPage = lazy(async () => ({ default: (await import('./FirstRunPage.tsx')).FirstRunPage }))
const RegisterPage = withWords(async () => (await import('./RegisterPage.tsx')).RegisterPage)
const ResetPasswordPage = withWords(async () => (await import('./ResetPasswordPage.tsx')).ResetPasswordPage)
const AccountLinkPage = withWords(async () => (await import('./AccountLinkPage.tsx')).AccountLinkPage)

/**
 * Pages for people who are not signed in, and those that the links of mails open for everybody. Few and far between:
 * plain links, no router.
 */
export function GuestApp({ start, onSignedIn }: { start: Start; onSignedIn: (me: Me) => void }) {
  const { t } = useTranslation('session')
  const path = location.pathname.replace(/\/+$/, '')
  const { team } = start
  useState(() => paintGuestPages(team.theme, 'light'))
  const query = new URLSearchParams(location.search)
  if (path.startsWith('/first-run/')) {
    return (
      <Suspense>
        <FirstRunPage
          start={start}
          code={decodeURIComponent(path.slice('/first-run/'.length))}
          onSignedIn={onSignedIn}
        />
      </Suspense>
    )
  }
  if (path === paths.login) {
    const asked = (history.state as { asked?: boolean } | null)?.asked === true
    return (
      <LoginPage
        start={start}
        onSignedIn={onSignedIn}
        notice={
          query.has('idle')
            ? t('login.idle')
            : query.has('ended')
              ? t('login.signedOut')
              : asked
                ? t('login.attempted')
                : undefined
        }
      />
    )
  }
  if (path === paths.register || path === paths.resetPassword) {
    return (
      <Suspense>
        {path === paths.register ? (
          <RegisterPage start={start} onSignedIn={onSignedIn} />
        ) : (
          <ResetPasswordPage start={start} />
        )}
      </Suspense>
    )
  }
  if (path === paths.changePassword || path === paths.action) {
    const mode = path === paths.action && query.get('mode') === 'verifyEmail' ? 'verifyEmail' : 'resetPassword'
    return (
      <Suspense>
        <AccountLinkPage start={start} code={query.get('code') ?? ''} mode={mode} />
      </Suspense>
    )
  }
  return (
    <GuestFrame team={team} heading={t('notYet.heading')} lead={t('notYet.other')}>
      <a className="guest-button" href={paths.login}>
        {t('notYet.back')}
      </a>
    </GuestFrame>
  )
}

/** A page with its catalogue, which the sign-in page does without. */
function withWords<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), i18n.loadNamespaces('accounts')])
    return { default: component }
  })
}
