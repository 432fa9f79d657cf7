import type { FactorStep as Step } from '@learnt/contract/factors'
import type { Me, Team } from '@learnt/contract/session'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { ApiProblem } from '../api/problem.ts'
import { answerByPasskey, passkeysWork } from '../session/passkeys.ts'
import { FactorSetUp } from './FactorSetUp.tsx'
import { factorComplaint } from './factor-complaint.ts'
import { GuestField } from './GuestField.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import './factors.css'

type Method = Step['methods'][number]

/** The second step of a sign-in: the password was right, and something that the person has is still to be shown. */
export function FactorStep({
  team,
  lead,
  onSignedIn,
  onBack,
}: {
  team: Team
  /** Why it is asked for, where that is news. */
  lead?: string
  onSignedIn: (me: Me) => void
  /** With words: why it begins again. */
  onBack: (words?: string) => void
}) {
  const { t } = useTranslation('factors')
  const [step, setStep] = useState<Step | null>(null)
  const [method, setMethod] = useState<Method | null>(null)
  const [answer, setAnswer] = useState('')
  const [remember, setRemember] = useState(false)
  const [complaint, setComplaint] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const isOver = (error: unknown) => error instanceof ApiProblem && error.code === 'wrong-state'
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once; the step does not change while it is answered
  useEffect(() => {
    call(api.factors.step).then(
      (found) => {
        setStep(found)
        setMethod(found.methods.find((one) => one !== 'passkey' || passkeysWork()) ?? null)
      },
      (error: unknown) => onBack(isOver(error) ? t('step.over') : factorComplaint(error, t)),
    )
  }, [])

  const giveUp = () => {
    void call(api.factors.cancelStep).catch(() => undefined)
    onBack()
  }
  const send = async (make: () => Promise<Parameters<typeof finish>[0] | null>) => {
    if (busy) return
    setBusy(true)
    setComplaint('')
    try {
      const body = await make()
      if (body !== null) return onSignedIn(await finish(body))
      setComplaint(t('step.refused'))
    } catch (error) {
      if (isOver(error)) return onBack(t('step.over'))
      setComplaint(factorComplaint(error, t))
      setAnswer('')
      field.current?.focus()
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (method === 'passkey') {
      void send(async () => {
        const passkey = await answerByPasskey(await call(api.factors.stepPasskey))
        return passkey && { passkey, rememberDevice: remember }
      })
      return
    }
    if (answer.trim() === '') return
    void send(async () =>
      method === 'recoveryCode'
        ? { recoveryCode: answer, rememberDevice: remember }
        : { code: answer, rememberDevice: remember },
    )
  }
  const choose = (next: Method) => {
    setMethod(next)
    setAnswer('')
    setComplaint('')
  }

  if (step === null) {
    return (
      <GuestFrame team={team} heading={t('step.heading')}>
        <p role="status">{t('step.checking')}</p>
      </GuestFrame>
    )
  }
  if (step.mustSetUp) {
    return (
      <FactorSetUp
        team={team}
        ways={step.setUpBy}
        onSignedIn={onSignedIn}
        onBack={giveUp}
        onOver={() => onBack(t('step.over'))}
      />
    )
  }
  const others = step.methods.filter((one) => one !== method && (one !== 'passkey' || passkeysWork()))
  return (
    <GuestFrame team={team} heading={t('step.heading')} lead={lead}>
      <form onSubmit={submit} noValidate>
        {step.passkeyHosts.length > 0 && !step.methods.includes('passkey') && (
          <p className="guest-notice" role="status">
            {t('step.passkeyElsewhere', { hosts: step.passkeyHosts.join(', ') })}
          </p>
        )}
        {method === 'passkey' ? (
          <>
            <p className="guest-lead">{t('step.passkeyText')}</p>
            {complaint && (
              <p className="guest-error" role="alert">
                {complaint}
              </p>
            )}
          </>
        ) : method === null ? (
          <p className="guest-notice guest-notice-error" role="alert">
            {t('step.unsupported')}
          </p>
        ) : (
          <GuestField
            key={method}
            ref={field}
            label={t(method === 'authenticator' ? 'step.code' : 'step.recoveryCode')}
            name={method}
            type="text"
            dir="ltr"
            inputMode={method === 'authenticator' ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={method === 'authenticator' ? 11 : 40}
            autoFocus
            value={answer}
            onChange={(event) => {
              setAnswer(event.target.value)
              setComplaint('')
            }}
            error={complaint || undefined}
            help={t(method === 'authenticator' ? 'step.codeHelp' : 'step.recoveryHelp')}
          />
        )}
        {method !== null && (
          <>
            {(method !== 'passkey' || step.remembersPasskey) && (
              <label className="guest-check">
                <input
                  type="checkbox"
                  name="rememberDevice"
                  checked={remember}
                  onChange={(event) => setRemember(event.target.checked)}
                />
                <span>{t('step.remember')}</span>
              </label>
            )}
            <button
              type="submit"
              className="guest-button"
              disabled={busy || (method !== 'passkey' && answer.trim() === '')}
            >
              {busy && <span className="guest-spinner" aria-hidden="true" />}
              {method === 'passkey'
                ? t(busy ? 'step.passkeyBusy' : 'step.passkey')
                : t(busy ? 'step.busy' : 'step.submit')}
            </button>
          </>
        )}
      </form>
      <section className="guest-others" aria-label={t('step.others')}>
        {others.map((one) => (
          <button key={one} type="button" className="guest-text-button" onClick={() => choose(one)}>
            {t(one === 'authenticator' ? 'step.useCode' : one === 'passkey' ? 'step.usePasskey' : 'step.useRecovery')}
          </button>
        ))}
        <button type="button" className="guest-text-button" onClick={giveUp}>
          {t('step.back')}
        </button>
      </section>
      <p className="guest-foot">{t('step.lost')}</p>
    </GuestFrame>
  )
}

function finish(body: NonNullable<Parameters<typeof call<typeof api.factors.finishStep>>[1]>['body']): Promise<Me> {
  return call(api.factors.finishStep, { body })
}
