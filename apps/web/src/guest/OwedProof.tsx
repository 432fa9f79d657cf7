import type { ReplyOf } from '@learnt/contract/endpoint'
import type { Team } from '@learnt/contract/session'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { webPage } from '../routes/web-page.ts'
import { listenForProof } from '../session/proof-elsewhere.ts'
import { factorComplaint } from './factor-complaint.ts'
import { GuestField } from './GuestField.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { type OfferedProvider, ProviderButtons } from './ProviderButtons.tsx'

export type WaysToProve = ReplyOf<typeof api.providers.waysToProve>

/**
 * Who somebody is, once more, before they set up a first second factor: an unwatched screen is not enough for that. A
 * provider is asked in a window of its own, since what was typed waits in this one.
 */
export function OwedProof({
  team,
  ways,
  account,
  onProved,
  onGivenUp,
}: {
  team: Team
  ways: WaysToProve
  account: string
  onProved: () => void
  onGivenUp: () => void
}) {
  const { t } = useTranslation('factors')
  const [password, setPassword] = useState('')
  const [complaint, setComplaint] = useState('')
  const [busy, setBusy] = useState(false)
  const [isElsewhere, setElsewhere] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => listenForProof(onProved), [onProved])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || password === '') return
    setBusy(true)
    setComplaint('')
    try {
      await call(api.factors.prove, { body: { password } })
      return onProved()
    } catch (error) {
      setComplaint(factorComplaint(error, t))
      setPassword('')
      field.current?.focus()
    }
    setBusy(false)
  }
  const goTo = async (provider: OfferedProvider) => {
    // opened by the click itself: browsers keep shut what opens later
    const opened = window.open('about:blank', '_blank')
    if (opened === null) return setComplaint(t('owed.blocked'))
    setBusy(true)
    setComplaint('')
    try {
      const { url } = await call(api.providers.startProof, { params: { providerId: provider.id } })
      // the provider's page must not lead this one elsewhere
      opened.opener = null
      opened.location.replace(webPage(url))
      setElsewhere(true)
    } catch (error) {
      opened.close()
      setComplaint(factorComplaint(error, t))
    }
    setBusy(false)
  }
  const { hasPassword, providers } = ways
  const isClosed = !hasPassword && providers.length === 0
  return (
    <GuestFrame team={team} heading={t('owed.heading')} lead={t('owed.text')}>
      {hasPassword ? (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <p className="guest-lead">{t('owed.prove')}</p>
          <input type="email" name="username" autoComplete="username" value={account} readOnly hidden />
          <GuestField
            ref={field}
            label={t('profile.password')}
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setComplaint('')
            }}
            error={complaint || undefined}
          />
          <button type="submit" className="guest-button" disabled={busy || password === ''}>
            {busy && <span className="guest-spinner" aria-hidden="true" />}
            {t('profile.continue')}
          </button>
        </form>
      ) : (
        <>
          <p className="guest-lead">{t(isClosed ? 'owed.noProof' : 'owed.proveThere')}</p>
          {complaint && (
            <p className="guest-notice guest-notice-error" role="alert">
              {complaint}
            </p>
          )}
          <ProviderButtons providers={providers} busy={busy} onChoose={(provider) => void goTo(provider)} />
          {isElsewhere && (
            <>
              <p className="guest-notice" role="status">
                {t('owed.elsewhere')}
              </p>
              <button type="button" className="guest-text-button" onClick={onProved}>
                {t('owed.again')}
              </button>
            </>
          )}
        </>
      )}
      <button type="button" className="guest-text-button" onClick={onGivenUp}>
        {t('owed.signOut')}
      </button>
    </GuestFrame>
  )
}
