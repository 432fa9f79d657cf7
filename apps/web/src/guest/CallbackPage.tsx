import type { Start } from '@learnt/contract/session'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { ApiProblem } from '../api/problem.ts'
import { paths } from '../routes/paths.ts'
import { tellProof } from '../session/proof-elsewhere.ts'
import { type Arrival, mayReload } from './arrival.ts'
import { GuestFrame } from './GuestFrame.tsx'

/** Marks the way back, once what the provider put into the address is taken out of it. */
const redirecting = '#redirecting'

/** The way back from a provider: what it put into the address goes to the server, once, and out of the address. */
export function CallbackPage({
  start,
  onArrived,
  onRefused,
}: {
  start: Start
  onArrived: (arrival: Arrival) => void
  onRefused: (problem: ApiProblem) => void
}) {
  const { t } = useTranslation('providers')
  const [failure, setFailure] = useState('')
  const [isProved, setProved] = useState(false)
  const asked = useRef(false)

  const finish = useCallback(async () => {
    const { search } = location
    const said = new URLSearchParams(search)
    history.replaceState(null, '', location.pathname + redirecting)
    const failed = said.get('failed')
    if (failed !== null)
      return setFailure(
        t(failed === 'over' ? 'callback.over' : failed === 'said' ? 'callback.said' : 'callback.failed'),
      )
    if (!said.has('state') && !said.has('result')) {
      // Somebody reloaded while the server was answering: they may be signed in by now.
      if (mayReload()) return location.reload()
      return setFailure(t('callback.failed'))
    }
    try {
      const [, , providerId = ''] = location.pathname.split('/')
      const arrival = await call(api.providers.finish, { body: { query: search, providerId } })
      if (arrival.outcome !== 'proved') return onArrived(arrival)
      // in the window that was opened for it; where that may not close itself, the words say what to do
      tellProof()
      setProved(true)
      window.close()
    } catch (error) {
      if (!(error instanceof ApiProblem)) return setFailure(t('callback.failed'))
      if (!start.me && (error.code === 'second-factor-required' || error.errors?.length)) return onRefused(error)
      // set out to link, and owes a second factor since: the application shows the step above itself
      if (error.code === 'second-factor-required') return location.replace(paths.profile)
      if (start.me) return setFailure(error.errors?.[0]?.message ?? error.message)
      setFailure(error.code === 'internal' ? t('callback.failed') : error.message)
    }
  }, [onArrived, onRefused, start.me, t])
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void finish()
  }, [finish])

  if (isProved)
    return (
      <GuestFrame team={start.team} heading={t('callback.proved')}>
        <p role="status">{t('callback.closeWindow')}</p>
      </GuestFrame>
    )
  if (failure === '') return <Starting start={start} />
  const proves = start.owesFactor === true
  return (
    <GuestFrame
      team={start.team}
      heading={t(proves ? 'callback.proofHeading' : start.me ? 'callback.linkHeading' : 'callback.heading')}
    >
      <p className="guest-notice guest-notice-error" role="alert">
        {failure}
      </p>
      {proves ? (
        <p>{t('callback.proofFailed')}</p>
      ) : (
        <a className="guest-button" href={start.me ? paths.profile : paths.login}>
          {t(start.me ? 'callback.toProfile' : 'callback.back')}
        </a>
      )}
    </GuestFrame>
  )
}

/** On the way to a provider or back. */
export function Starting({ start }: { start: Start }) {
  const { t } = useTranslation('session')
  return (
    <GuestFrame team={start.team} heading={t('login.loading')}>
      <p className="guest-loading" role="status">
        <span className="guest-spinner" aria-hidden="true" />
      </p>
    </GuestFrame>
  )
}
