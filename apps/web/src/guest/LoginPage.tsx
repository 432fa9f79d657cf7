import { limits } from '@learnt/contract/measures'
import type { Me, Start } from '@learnt/contract/session'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { ApiProblem } from '../api/problem.ts'
import { paths } from '../paths.ts'
import { GuestField } from './GuestField.tsx'
import { GuestFrame } from './GuestFrame.tsx'

type Field = 'username' | 'password' | 'personalTermsAndCondition'

/** Sign-in by password. The button opens when the form is right; what the server says stands at the field it is about. */
export function LoginPage({
  start,
  notice,
  onSignedIn,
}: {
  start: Start
  notice?: string | undefined
  onSignedIn: (me: Me) => void
}) {
  const { t } = useTranslation('session')
  const { team, demoAccounts } = start
  const { settings } = team
  const [values, setValues] = useState({ username: '', password: '', persist: false, terms: false })
  const [touched, setTouched] = useState<Partial<Record<Field, boolean>>>({})
  const [said, setSaid] = useState<Partial<Record<Field, string>>>({})
  const [general, setGeneral] = useState('')
  const [busy, setBusy] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const username = useRef<HTMLInputElement>(null)

  const short = (value: string) => (value.length < limits.loginMinLength ? t('login.minLength') : '')
  const wrong: Record<Field, string> = {
    username: short(values.username),
    password: short(values.password),
    personalTermsAndCondition: settings.showPersonalTermsConditions && !values.terms ? t('login.mustAccept') : '',
  }
  const valid = Object.values(wrong).every((message) => message === '')
  const complaint = (field: Field) => said[field] || (touched[field] ? wrong[field] : '') || undefined
  const change = (next: Partial<typeof values>, field?: Field) => {
    setValues({ ...values, ...next })
    if (field) setSaid({ ...said, [field]: '' })
  }
  const touch = (field: Field) => setTouched({ ...touched, [field]: true })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTouched({ username: true, password: true, personalTermsAndCondition: true })
    if (!valid || busy) return
    setBusy(true)
    setGeneral('')
    setSaid({})
    try {
      const me = await call(api.session.signIn, {
        body: {
          username: values.username,
          password: values.password,
          persistUserSession: values.persist,
          personalTermsAndCondition: values.terms,
          team: team.id,
          tenant: team.tenantId,
        },
      })
      onSignedIn(me)
    } catch (error) {
      setBusy(false)
      const problem = error instanceof ApiProblem ? error : null
      const atFields: Partial<Record<Field, string>> = {}
      for (const one of problem?.errors ?? []) {
        const field = one.path.replace(/^body\./, '') as Field
        if (field in wrong) atFields[field] = one.message
      }
      setSaid(atFields)
      if (Object.keys(atFields).length === 0) {
        setGeneral(
          problem?.code === 'unavailable'
            ? t('login.offline')
            : problem && problem.code !== 'internal'
              ? problem.message
              : t('login.failed'),
        )
      }
      const first = atFields.username ? username : password
      first.current?.focus()
    }
  }

  return (
    <GuestFrame team={team} heading={t('login.heading', { team: team.displayName })}>
      {notice && (
        <p className="guest-notice" role="status">
          {notice}
        </p>
      )}
      {general && (
        <p className="guest-notice guest-notice-error" role="alert">
          {general}
        </p>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <GuestField
          ref={username}
          label={settings.usernameTitleLabel || t('login.username')}
          name="username"
          type="text"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          autoFocus
          value={values.username}
          onChange={(event) => change({ username: event.target.value }, 'username')}
          onBlur={() => values.username && touch('username')}
          error={complaint('username')}
        />
        <GuestField
          ref={password}
          label={t('login.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          value={values.password}
          onChange={(event) => change({ password: event.target.value }, 'password')}
          onBlur={() => values.password && touch('password')}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          error={complaint('password')}
          help={capsLock ? t('login.capsLock') : undefined}
        />
        <div className="guest-row">
          {settings.sessionConfig.persistUserSession ? (
            <label className="guest-check">
              <input
                type="checkbox"
                name="persistUserSession"
                checked={values.persist}
                onChange={(event) => change({ persist: event.target.checked })}
              />
              <span>{t('login.persist')}</span>
            </label>
          ) : (
            <span />
          )}
          <a className="guest-link" href={paths.resetPassword}>
            {t('login.forgot')}
          </a>
        </div>
        {settings.showPersonalTermsConditions && (
          <label className="guest-check">
            <input
              type="checkbox"
              name="personalTermsAndCondition"
              checked={values.terms}
              onChange={(event) => {
                change({ terms: event.target.checked }, 'personalTermsAndCondition')
                touch('personalTermsAndCondition')
              }}
              aria-invalid={complaint('personalTermsAndCondition') ? true : undefined}
            />
            <span>
              {t('login.terms')}{' '}
              <a
                className="guest-link"
                href={settings.personalTermsAndConditionsUrl}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t('login.termsLink')}
              </a>
            </span>
            {complaint('personalTermsAndCondition') && (
              <span className="guest-error">{complaint('personalTermsAndCondition')}</span>
            )}
          </label>
        )}
        <button type="submit" className="guest-button" disabled={!valid || busy}>
          {busy && <span className="guest-spinner" aria-hidden="true" />}
          {t(busy ? 'login.busy' : 'login.submit')}
        </button>
        {team.authProviders.map((provider) => (
          <button
            key={provider.name}
            type="button"
            className="guest-button guest-button-quiet"
            aria-disabled="true"
            title={t('login.withSoon')}
          >
            {t('login.with', { provider: provider.name })}
          </button>
        ))}
      </form>
      {settings.showSelfRegistration && (
        <p className="guest-foot">
          {t('login.noAccount')}{' '}
          <a className="guest-link" href={paths.register}>
            {t('login.createAccount')}
          </a>
        </p>
      )}
      {settings.showTermsConditions && team.termsAndConditionsUrl && (
        <p className="guest-foot">
          <a className="guest-link" href={team.termsAndConditionsUrl} target="_blank" rel="noopener noreferrer">
            {t('login.teamTerms')}
          </a>
        </p>
      )}
      {demoAccounts.length > 0 && (
        <section className="guest-demo" aria-labelledby="demo-title">
          <h2 id="demo-title">{t('demo.title')}</h2>
          <p>{t('demo.text')}</p>
          <ul>
            {demoAccounts.map((account) => (
              <li key={account.username}>
                <button
                  type="button"
                  aria-pressed={values.username === account.username}
                  onClick={() => {
                    change({ username: account.username, password: account.password })
                    setSaid({})
                  }}
                >
                  <span>{account.username}</span>
                  <span>{t(`roles.${account.role}`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </GuestFrame>
  )
}
