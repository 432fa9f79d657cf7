import type { Me, Start } from '@learnt/contract/session'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { paintGuestPages } from './guest-colors.ts'
import { LoginPage } from './LoginPage.tsx'

const FirstRunPage = lazy(async () => ({ default: (await import('./FirstRunPage.tsx')).FirstRunPage }))

/** Pages for people who are not signed in. Few and far between: plain links, no router. */
export function GuestApp({ start, onSignedIn }: { start: Start; onSignedIn: (me: Me) => void }) {
  const { t } = useTranslation('session')
  const path = location.pathname.replace(/\/+$/, '')
  const { team } = start
  useState(() => paintGuestPages(team.theme, 'light'))
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
    const ended = new URLSearchParams(location.search).has('ended')
    const asked = (history.state as { asked?: boolean } | null)?.asked === true
    return (
      <LoginPage
        start={start}
        onSignedIn={onSignedIn}
        notice={ended ? t('login.signedOut') : asked ? t('login.attempted') : undefined}
      />
    )
  }
  const reset = path === paths.resetPassword
  return (
    <GuestFrame
      team={team}
      heading={reset ? t('reset.heading') : t('notYet.heading')}
      lead={reset ? t('reset.text') : path === paths.register ? t('notYet.register') : t('notYet.other')}
    >
      {reset && team.supportEmail && (
        <p>
          <a className="guest-link" href={`mailto:${team.supportEmail}`}>
            {t('reset.contact', { email: team.supportEmail })}
          </a>
        </p>
      )}
      <a className="guest-button" href={paths.login}>
        {t(reset ? 'reset.back' : 'notYet.back')}
      </a>
    </GuestFrame>
  )
}
