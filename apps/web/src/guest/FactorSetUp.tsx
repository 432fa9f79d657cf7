import type { FactorStep as Step } from '@learnt/contract/factors'
import type { Me, Team } from '@learnt/contract/session'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { ApiProblem } from '../api/problem.ts'
import { makePasskey, passkeysWork, thisSystem } from '../session/passkeys.ts'
import { QrCode } from '../ui/QrCode.tsx'
import { factorComplaint } from './factor-complaint.ts'
import { GuestField } from './GuestField.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** For somebody who has to have a second factor and has none: the first one, then the codes, then in. */
export function FactorSetUp({
  team,
  ways,
  onSignedIn,
  onBack,
  onOver,
}: {
  team: Team
  ways: Step['setUpBy']
  onSignedIn: (me: Me) => void
  onBack: () => void
  onOver: () => void
}) {
  const { t } = useTranslation('factors')
  const [app, setApp] = useState<{ address: string; key: string } | null>(null)
  const [code, setCode] = useState('')
  const [done, setDone] = useState<{ me: Me; recoveryCodes: string[] } | null>(null)
  const [complaint, setComplaint] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const run = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setComplaint('')
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'wrong-state') return onOver()
      setComplaint(factorComplaint(error, t))
      field.current?.focus()
    }
    setBusy(false)
  }
  const take = ({ me, recoveryCodes }: { me: Me; recoveryCodes: string[] | null }) => {
    if (recoveryCodes === null) onSignedIn(me)
    else setDone({ me, recoveryCodes })
  }
  const beginApp = () => run(async () => setApp(await call(api.factors.stepAuthenticator)))
  const confirmApp = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') void run(async () => take(await call(api.factors.setUpStep, { body: { code } })))
  }
  const addPasskey = () =>
    run(async () => {
      const passkey = await makePasskey(await call(api.factors.stepNewPasskey))
      if (passkey === null) return setComplaint(t('step.refused'))
      const name = t('setUp.defaultName', { device: thisSystem() ?? t('setUp.thisDevice') })
      take(await call(api.factors.setUpStep, { body: { name, passkey } }))
    })

  if (done) {
    return (
      <GuestFrame team={team} heading={t('codes.heading')} lead={t('codes.text')}>
        <RecoveryCodes codes={done.recoveryCodes} onKept={() => onSignedIn(done.me)} />
      </GuestFrame>
    )
  }
  return (
    <GuestFrame team={team} heading={t('setUp.heading')} lead={t('setUp.lead')}>
      {complaint && !app && (
        <p className="guest-notice guest-notice-error" role="alert">
          {complaint}
        </p>
      )}
      {app === null ? (
        <div className="guest-ways">
          {ways.includes('authenticator') ? (
            <button type="button" className="guest-way" disabled={busy} onClick={() => void beginApp()}>
              <strong>{t('setUp.app')}</strong>
              <span>{t('setUp.appText')}</span>
            </button>
          ) : (
            <p className="guest-notice" role="status">
              {t(passkeysWork() ? 'setUp.onlyPasskey' : 'setUp.noPasskey')}
            </p>
          )}
          {passkeysWork() && (
            <button type="button" className="guest-way" disabled={busy} onClick={() => void addPasskey()}>
              <strong>{t('setUp.passkey')}</strong>
              <span>{t('setUp.passkeyText')}</span>
            </button>
          )}
        </div>
      ) : (
        <form onSubmit={confirmApp} noValidate>
          <p>{t('setUp.scan')}</p>
          <div className="guest-qr">
            <QrCode text={app.address} label={t('setUp.picture')} />
          </div>
          <p>
            {t('setUp.byHand')}
            <code className="guest-key" dir="ltr">
              {app.key}
            </code>
          </p>
          <GuestField
            ref={field}
            label={t('step.code')}
            name="code"
            type="text"
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={11}
            autoFocus
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setComplaint('')
            }}
            error={complaint || undefined}
            help={t('setUp.confirm')}
          />
          <button type="submit" className="guest-button" disabled={busy || code.trim() === ''}>
            {busy && <span className="guest-spinner" aria-hidden="true" />}
            {t('setUp.finish')}
          </button>
          <button type="button" className="guest-text-button" onClick={() => setApp(null)}>
            {t('setUp.other')}
          </button>
        </form>
      )}
      <p className="guest-foot">
        <button type="button" className="guest-text-button" onClick={onBack}>
          {t('step.back')}
        </button>
      </p>
    </GuestFrame>
  )
}
