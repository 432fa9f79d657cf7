import type { Me, Start } from '@learnt/contract/session'
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiProblem } from '../api/problem.ts'
import { paths } from '../routes/paths.ts'
import { rememberAttempt } from '../session/attempted-path.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadWords } from '../words/i18n.ts'
import { type Arrival, type KnownPerson, rememberLinking, takeLinking } from './arrival.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { followGuestLook, paintGuestLook } from './guest-colors.ts'
import { LoginPage } from './LoginPage.tsx'

const CallbackPage = lazyPart(async () => {
  const [{ CallbackPage: component }] = await Promise.all([import('./CallbackPage.tsx'), loadWords('providers')])
  return component
})
const ClosedPage = lazyPart(async () => (await import('./ClosedPage.tsx')).ClosedPage)
const FirstRunPage = lazyPart(async () => (await import('./FirstRunPage.tsx')).FirstRunPage)
const RegisterPage = withWords(async () => (await import('./RegisterPage.tsx')).RegisterPage)
const ResetPasswordPage = withWords(async () => (await import('./ResetPasswordPage.tsx')).ResetPasswordPage)
const AccountLinkPage = withWords(async () => (await import('./AccountLinkPage.tsx')).AccountLinkPage)

/**
 * Pages for people who are not signed in, and pages that mails link to. They are few, so they use plain links and no
 * router.
 */
export function GuestApp({
  start,
  onSignedIn: onEntered,
  onLinked,
}: {
  start: Start
  onSignedIn: (me: Me) => void
  /** Signed-in people return here from a provider to link their account there. */
  onLinked: () => void
}) {
  const { t } = useTranslation('session')
  const [came, setCame] = useState<Came>({})
  const onSignedIn = (me: Me) => {
    if (!takeLinking()) return onEntered(me)
    void import('./link-waiting.ts').then(({ linkWaiting }) => linkWaiting()).finally(() => onEntered(me))
  }
  const show = (address: string, next: Came) => {
    history.replaceState(null, '', address)
    setCame(next)
  }
  const onArrived = (arrival: Arrival) => {
    const { outcome, me, known, provider, returnUrl } = arrival
    if (outcome === 'linked') {
      void import('./link-waiting.ts').then(({ tellLinked }) => tellLinked(provider)).finally(onLinked)
      return
    }
    if (returnUrl !== '') rememberAttempt(returnUrl)
    if (outcome === 'signedIn' && me) {
      void import('./link-waiting.ts').then(({ greetArrival }) => greetArrival(arrival)).finally(() => onEntered(me))
      return
    }
    rememberLinking()
    if (outcome === 'register') return show(paths.register, { known })
    const text =
      outcome === 'linkFirst'
        ? 'login.linkFirst'
        : team.settings.showSelfRegistration
          ? 'login.linkOrRegister'
          : 'login.linkIfAny'
    const email = known?.email ?? ''
    show(paths.login, { info: { text: t(text, { provider: provider.name, email }), username: email }, known })
  }
  const onRefused = (refused: ApiProblem) =>
    show(paths.login, refused.code === 'second-factor-required' ? { awaitsFactor: true } : { refused })
  const path = location.pathname.replace(/\/+$/, '')
  const { team } = start
  useState(() => paintGuestLook(team.theme))
  useEffect(() => followGuestLook(team.theme), [team.theme])
  const query = new URLSearchParams(location.search)
  if (path.startsWith('/first-run/')) {
    return (
      <FirstRunPage start={start} code={decodeURIComponent(path.slice('/first-run/'.length))} onSignedIn={onSignedIn} />
    )
  }
  // an operator may still open a suspended organisation
  if (team.closed && !(path === paths.login && query.has('look'))) {
    return <ClosedPage team={team} closed={team.closed} />
  }
  if (path === paths.login) {
    const asked = (history.state as { asked?: boolean } | null)?.asked === true
    return (
      <LoginPage
        key={came.info?.text ?? came.refused?.instance ?? String(came.awaitsFactor)}
        start={came.awaitsFactor ? { ...start, awaitsFactor: true } : start}
        info={came.info}
        refused={came.refused}
        onSignedIn={onSignedIn}
        onArrived={onArrived}
        onRegister={came.known ? () => show(paths.register, { known: came.known ?? null }) : undefined}
        notice={
          query.has('idle')
            ? t('login.idle')
            : query.has('ended')
              ? t('login.signedOut')
              : query.has('handover')
                ? t(query.get('handover') === 'signIn' ? 'login.signInHere' : 'login.handOver')
                : asked
                  ? t('login.attempted')
                  : undefined
        }
      />
    )
  }
  if (path.startsWith(paths.callback)) {
    return <CallbackPage start={start} onArrived={onArrived} onRefused={onRefused} />
  }
  if (path === paths.guestRoleExample) {
    if (!start.hasDemo) location.replace(paths.error404)
    return (
      <GuestFrame team={team} heading={t('roleExample.guest')} lead={t('roleExample.text')}>
        <a className="guest-button" href={paths.login}>
          {t('notYet.back')}
        </a>
      </GuestFrame>
    )
  }
  if (path === paths.register || path === paths.resetPassword) {
    return path === paths.register ? (
      <RegisterPage start={start} known={came.known ?? null} onSignedIn={onSignedIn} />
    ) : (
      <ResetPasswordPage start={start} />
    )
  }
  if (path === paths.changePassword || path === paths.action) {
    const mode = path === paths.action && query.get('mode') === 'verifyEmail' ? 'verifyEmail' : 'resetPassword'
    return <AccountLinkPage start={start} code={query.get('code') ?? ''} mode={mode} />
  }
  return (
    <GuestFrame team={team} heading={t('notYet.heading')} lead={t('notYet.other')}>
      <a className="guest-button" href={paths.login}>
        {t('notYet.back')}
      </a>
    </GuestFrame>
  )
}

/** What the return from a provider left for the page that it led to. */
interface Came {
  info?: { text: string; username: string }
  refused?: ApiProblem
  awaitsFactor?: boolean
  known?: KnownPerson | null
}

/** A page with its catalogue, which the sign-in page does not need. */
function withWords<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart(async () => {
    const [component] = await Promise.all([load(), loadWords('accounts')])
    return component
  })
}
