import { isEmail } from '@learnt/contract/measures'
import type { Me, Start } from '@learnt/contract/session'
import { isRegisteredName, noLastName, tidyText } from '@learnt/contract/text'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { ApiProblem } from '../api/problem.ts'
import { paths } from '../routes/paths.ts'
import { missingRules } from '../session/password-rules.ts'
import { showToast } from '../ui/toasts.ts'
import type { KnownPerson } from './arrival.ts'
import { GuestField } from './GuestField.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { readComplaints } from './guest-problem.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { TermsCheck } from './TermsCheck.tsx'

const fields = ['firstName', 'lastName', 'email', 'phone', 'password', 'personalTermsAndCondition'] as const
type Field = (typeof fields)[number]
type Written = Exclude<Field, 'personalTermsAndCondition'>
const empty: Record<Written, string> = { firstName: '', lastName: '', email: '', phone: '', password: '' }

/** Creates an account in the team of this page, when its tenant offers that. */
export function RegisterPage({
  start,
  known = null,
  onSignedIn,
}: {
  start: Start
  /** What a provider said about the person who registers. */
  known?: KnownPerson | null
  onSignedIn: (me: Me) => void
}) {
  const { t, i18n } = useTranslation('accounts')
  const id = useId()
  const { team } = start
  const { settings } = team
  const [values, setValues] = useState({ ...empty, ...known })
  const [accepted, setAccepted] = useState(false)
  const [touched, setTouched] = useState<Partial<Record<Field, boolean>>>({})
  const [said, setSaid] = useState<Partial<Record<Field, string>>>({})
  const [general, setGeneral] = useState('')
  const [state, setState] = useState<'idle' | 'busy' | 'mailed'>('idle')
  const form = useRef<HTMLFormElement>(null)

  if (!settings.showSelfRegistration) {
    return (
      <GuestFrame
        team={team}
        heading={t('register.closedHeading')}
        lead={t('register.closedText', { team: team.displayName })}
      >
        <a className="guest-button" href={paths.login}>
          {t('back')}
        </a>
      </GuestFrame>
    )
  }
  if (state === 'mailed') {
    return (
      <GuestFrame
        team={team}
        heading={t('register.mailedHeading')}
        lead={t('register.mailedText', { email: values.email.trim() })}
      >
        <a className="guest-button" href={paths.login}>
          {t('back')}
        </a>
      </GuestFrame>
    )
  }

  const tooShort = (text: string) => (isRegisteredName(tidyText(text)) ? '' : t('nameLength'))
  const wrong: Record<Exclude<Field, 'password'>, string> = {
    firstName: tooShort(values.firstName),
    lastName: values.lastName.trim() === noLastName ? '' : tooShort(values.lastName),
    email: isEmail(values.email.trim()) ? '' : t('emailInvalid'),
    phone: values.phone.trim() === '' ? t('required') : '',
    personalTermsAndCondition: settings.showPersonalTermsConditions && !accepted ? t('register.mustAccept') : '',
  }
  const isStrong = missingRules(settings.passwordRules, values.password).length === 0
  const valid = isStrong && Object.values(wrong).every((message) => message === '')
  const labels: Record<Field, string> = {
    firstName: t('register.firstName'),
    lastName: t('register.lastName'),
    email: t('email'),
    phone: t('register.phone'),
    password: t('password'),
    personalTermsAndCondition: t('register.acceptLink'),
  }
  const missing = fields.filter((field) => (field === 'password' ? !isStrong : wrong[field] !== ''))
  const complaint = (field: keyof typeof wrong) => said[field] || (touched[field] ? wrong[field] : '') || undefined
  const change = (field: Written, value: string) => {
    setValues({ ...values, [field]: value })
    setSaid({ ...said, [field]: '' })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!valid || state === 'busy') return
    setState('busy')
    setGeneral('')
    setSaid({})
    try {
      const { outcome } = await call(api.accounts.register, {
        body: { ...values, personalTermsAndCondition: accepted, team: team.id, tenant: team.tenantId },
      })
      if (outcome === 'mailed') return setState('mailed')
      const { me } = await call(api.session.start, { query: { team: team.id, tenant: team.tenantId } })
      if (me === null) return location.assign(paths.login)
      showToast({ variant: 'success', text: t('register.created') })
      showToast({ variant: 'success', text: t('register.welcome', { name: me.firstName }) })
      onSignedIn(me)
    } catch (error) {
      // The sign-in page shows the second step.
      if (error instanceof ApiProblem && error.code === 'second-factor-required') return location.assign(paths.login)
      setState('idle')
      const complaints = readComplaints(error, fields, t)
      setSaid(complaints.atFields)
      setGeneral(complaints.general)
      const first = fields.find((field) => complaints.atFields[field])
      if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    }
  }

  const field = (name: Exclude<Written, 'password'>, type: string, autoComplete: string) => (
    <GuestField
      label={labels[name]}
      name={name}
      type={type}
      autoComplete={autoComplete}
      required
      dir="auto"
      value={values[name]}
      onChange={(event) => change(name, event.target.value)}
      onBlur={() => values[name] && setTouched({ ...touched, [name]: true })}
      error={complaint(name)}
      help={name === 'lastName' ? t('register.lastNameHelp') : undefined}
    />
  )
  return (
    <GuestFrame team={team} heading={t('register.heading')} lead={known ? t('register.known') : undefined}>
      {general && (
        <p className="guest-notice guest-notice-error" role="alert">
          {general}
        </p>
      )}
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <p className="guest-help">{t('register.requiredMark')}</p>
        {field('firstName', 'text', 'given-name')}
        {field('lastName', 'text', 'family-name')}
        {field('email', 'email', 'email')}
        {field('phone', 'tel', 'tel')}
        <NewPasswordField
          label={labels.password}
          rules={settings.passwordRules}
          value={values.password}
          said={said.password}
          onChange={(value) => change('password', value)}
        />
        {settings.showPersonalTermsConditions && (
          <TermsCheck
            checked={accepted}
            url={settings.personalTermsAndConditionsUrl}
            label={t('register.accept')}
            link={t('register.acceptLink')}
            complaint={complaint('personalTermsAndCondition')}
            onChange={(next) => {
              setAccepted(next)
              setTouched({ ...touched, personalTermsAndCondition: true })
              setSaid({ ...said, personalTermsAndCondition: '' })
            }}
          />
        )}
        <button
          type="submit"
          className="guest-button"
          disabled={!valid || state === 'busy'}
          aria-describedby={missing.length > 0 ? id : undefined}
        >
          {state === 'busy' && <span className="guest-spinner" aria-hidden="true" />}
          {t(state === 'busy' ? 'register.busy' : 'register.submit')}
        </button>
        {missing.length > 0 && (
          <p className="guest-help" id={id}>
            {t('register.missing', {
              fields: new Intl.ListFormat(i18n.language).format(missing.map((field) => labels[field])),
            })}
          </p>
        )}
      </form>
      <p className="guest-foot">
        {t('register.have')}{' '}
        <a className="guest-link" href={paths.login}>
          {t('register.login')}
        </a>
      </p>
      {settings.showTermsConditions && team.termsAndConditionsUrl && (
        <p className="guest-foot">
          <a className="guest-link" href={team.termsAndConditionsUrl} target="_blank" rel="noopener noreferrer">
            {t('register.terms')}
          </a>
        </p>
      )}
    </GuestFrame>
  )
}
