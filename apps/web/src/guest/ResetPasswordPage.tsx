import { isEmail } from '@learnt/contract/measures'
import type { Start } from '@learnt/contract/session'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { paths } from '../routes/paths.ts'
import { GuestField } from './GuestField.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { readComplaints } from './guest-problem.ts'

/** Asks for a mail with a link to set a new password. */
export function ResetPasswordPage({ start }: { start: Start }) {
  const { t } = useTranslation('accounts')
  const { team } = start
  const [email, setEmail] = useState('')
  const [touched, setTouched] = useState(false)
  const [said, setSaid] = useState('')
  const [general, setGeneral] = useState('')
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const input = useRef<HTMLInputElement>(null)
  const valid = isEmail(email.trim())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (!valid || state === 'busy') return
    setState('busy')
    setSaid('')
    setGeneral('')
    try {
      await call(api.accounts.sendPasswordResetLink, { body: { email, team: team.id, tenant: team.tenantId } })
      setState('sent')
    } catch (error) {
      setState('idle')
      const complaints = readComplaints(error, ['email'], t)
      setSaid(complaints.atFields.email ?? '')
      setGeneral(complaints.general)
      input.current?.focus()
    }
  }

  return (
    <GuestFrame team={team} heading={t('reset.heading')} lead={t('reset.text')}>
      <div role="status">
        {state === 'sent' && (
          <p className="guest-notice">
            <strong>{t('reset.sent')}</strong>
            <br />
            {t('reset.sentHelp')}
          </p>
        )}
      </div>
      {general && (
        <p className="guest-notice guest-notice-error" role="alert">
          {general}
        </p>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <GuestField
          ref={input}
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            setSaid('')
          }}
          onBlur={() => email && setTouched(true)}
          error={said || (touched && !valid ? t('emailInvalid') : undefined)}
        />
        <button type="submit" className="guest-button" disabled={!valid || state === 'busy'}>
          {state === 'busy' && <span className="guest-spinner" aria-hidden="true" />}
          {t(state === 'busy' ? 'reset.busy' : 'reset.submit')}
        </button>
      </form>
      {team.supportEmail && (
        <p className="guest-foot">
          <a className="guest-link" href={`mailto:${team.supportEmail}`}>
            {t('reset.contact', { email: team.supportEmail })}
          </a>
        </p>
      )}
      <p className="guest-foot">
        <a className="guest-link" href={paths.login}>
          {t('back')}
        </a>
      </p>
    </GuestFrame>
  )
}
