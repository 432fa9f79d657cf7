import { isEmail, limits } from '@learnt/contract/measures'
import type { Me, Start } from '@learnt/contract/session'
import { isRegisteredName, noLastName, tidyText } from '@learnt/contract/text'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { ApiProblem } from '../api/problem.ts'
import { paths } from '../routes/paths.ts'
import { GuestField } from './GuestField.tsx'
import { GuestFrame } from './GuestFrame.tsx'

const empty = { firstName: '', lastName: '', email: '', password: '' }
type Field = keyof typeof empty

/** Makes the first superadministrator by the link that the server printed at its first start. */
export function FirstRunPage({
  start,
  code,
  onSignedIn,
}: {
  start: Start
  code: string
  onSignedIn: (me: Me) => void
}) {
  const { t } = useTranslation('session')
  const [link, setLink] = useState<'asking' | 'open' | 'closed'>('asking')
  const [values, setValues] = useState(empty)
  const [touched, setTouched] = useState<Partial<Record<Field, boolean>>>({})
  const [said, setSaid] = useState<Partial<Record<Field, string>>>({})
  const [general, setGeneral] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    call(api.session.firstRun, { params: { code } }).then(
      ({ open }) => setLink(open ? 'open' : 'closed'),
      () => setLink('closed'),
    )
  }, [code])

  if (link === 'asking')
    return (
      <GuestFrame team={start.team} heading={t('firstRun.heading')} lead={t('firstRun.checking')}>
        {null}
      </GuestFrame>
    )
  if (link === 'closed') {
    return (
      <GuestFrame team={start.team} heading={t('firstRun.closed')} lead={t('firstRun.closedText')}>
        <a className="guest-button" href={paths.login}>
          {t('firstRun.toLogin')}
        </a>
      </GuestFrame>
    )
  }

  const wrong: Record<Field, string> = {
    firstName: isRegisteredName(tidyText(values.firstName)) ? '' : t('firstRun.nameLength'),
    lastName:
      values.lastName.trim() === noLastName || isRegisteredName(tidyText(values.lastName))
        ? ''
        : t('firstRun.nameLength'),
    email: isEmail(values.email.trim()) ? '' : t('firstRun.emailInvalid'),
    password: values.password.length < limits.passwordDefaultLength ? t('firstRun.passwordLength') : '',
  }
  const valid = Object.values(wrong).every((message) => message === '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!valid || busy) return
    setBusy(true)
    setGeneral('')
    try {
      onSignedIn(await call(api.session.createFirstAdministrator, { params: { code }, body: values }))
    } catch (error) {
      setBusy(false)
      const problem = error instanceof ApiProblem ? error : null
      const atFields = Object.fromEntries(
        (problem?.errors ?? []).map((one) => [one.path.replace(/^body\./, ''), one.message]),
      )
      setSaid(atFields)
      if (Object.keys(atFields).length === 0) setGeneral(problem?.message ?? t('login.failed'))
      const first = Object.keys(atFields)[0]
      if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    }
  }
  const field = (name: Field, type: string, autoComplete: string, help?: string) => (
    <GuestField
      label={t(`firstRun.${name}`)}
      name={name}
      type={type}
      autoComplete={autoComplete}
      dir="auto"
      value={values[name]}
      onChange={(event) => {
        setValues({ ...values, [name]: event.target.value })
        setSaid({ ...said, [name]: '' })
      }}
      onBlur={() => values[name] && setTouched({ ...touched, [name]: true })}
      error={said[name] || (touched[name] ? wrong[name] : '') || undefined}
      help={help}
    />
  )
  return (
    <GuestFrame team={start.team} heading={t('firstRun.heading')} lead={t('firstRun.text')}>
      {general && (
        <p className="guest-notice guest-notice-error" role="alert">
          {general}
        </p>
      )}
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        {field('firstName', 'text', 'given-name')}
        {field('lastName', 'text', 'family-name')}
        {field('email', 'email', 'email')}
        {field('password', 'password', 'new-password', t('firstRun.passwordHint'))}
        <button type="submit" className="guest-button" disabled={!valid || busy}>
          {busy && <span className="guest-spinner" aria-hidden="true" />}
          {t(busy ? 'firstRun.busy' : 'firstRun.submit')}
        </button>
      </form>
    </GuestFrame>
  )
}
