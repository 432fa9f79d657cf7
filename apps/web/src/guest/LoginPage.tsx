import { limits } from '@learnt/contract/measures'
import { methodOfKind, startingAtOnce } from '@learnt/contract/provider-kinds'
import type { AuthMethod, Me, Start } from '@learnt/contract/session'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { ApiProblem } from '../api/problem.ts'
import { paths } from '../routes/paths.ts'
import { webPage } from '../routes/web-page.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadWords } from '../words/i18n.ts'
import { type Arrival, readReturnUrl } from './arrival.ts'
import { GuestField } from './GuestField.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { FactorStep, PasskeySignIn } from './lazy-factors.ts'
import { type OfferedProvider, ProviderButtons } from './ProviderButtons.tsx'
import { TermsCheck } from './TermsCheck.tsx'

const EmbeddedForm = lazyPart(async () => {
  const [{ EmbeddedForm: component }] = await Promise.all([import('./EmbeddedForm.tsx'), loadWords('providers')])
  return component
})

type Field = 'username' | 'password' | 'personalTermsAndCondition'

/**
 * Sign-in by password and by the team’s other ways. The button is enabled when the form is right; errors are at their
 * fields.
 */
export function LoginPage({
  start,
  notice,
  info,
  refused,
  onSignedIn,
  onArrived = () => {},
  onRegister,
}: {
  start: Start
  notice?: string | undefined
  /** Shown for 25 seconds: that a person must enter their password once, and which user name. */
  info?: { text: string; username: string } | undefined
  /** Why the return from a provider ended here. */
  refused?: ApiProblem | undefined
  onSignedIn: (me: Me) => void
  onArrived?: (arrival: Arrival) => void
  /** Continues to registration with what a provider said; without it the page reloads. */
  onRegister?: (() => void) | undefined
}) {
  const { t } = useTranslation('session')
  const { team, demoAccounts } = start
  const { settings } = team
  const [values, setValues] = useState({ username: info?.username ?? '', password: '', persist: false, terms: false })
  const [touched, setTouched] = useState<Partial<Record<Field, boolean>>>({})
  const [said, setSaid] = useState<Partial<Record<Field, string>>>(() => complaintsIn(refused))
  const [general, setGeneral] = useState('')
  const [busy, setBusy] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [infoShown, setInfoShown] = useState(info !== undefined)
  const [awaitsFactor, setAwaitsFactor] = useState(start.awaitsFactor === true)
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
      if (problem?.code === 'second-factor-required') return setAwaitsFactor(true)
      complain(problem)
    }
  }
  const complain = useCallback(
    (problem: ApiProblem | null) => {
      const atFields = complaintsIn(problem ?? undefined)
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
    },
    [t],
  )

  const accepts = (method: AuthMethod) =>
    team.authMethods.length === 0 ? method === 'password' : team.authMethods.includes(method)
  const embedded = accepts('widget') ? team.authProviders.find((one) => one.kind === 'okta') : undefined
  const asked = new URLSearchParams(location.search).get('provider')
  // The address can start either of two ways. The embedded form opens when the address names it, or when it is the only
  // way.
  const first = team.authProviders.find(
    (one) => startingAtOnce.includes(one.kind) && (asked === one.kind || asked === one.id),
  )
  const [way, setWay] = useState<'email' | 'embedded' | 'leaving'>(
    first && !settings.showPersonalTermsConditions && !refused && !info
      ? 'leaving'
      : embedded && (asked === embedded.id || asked === 'okta' || asked === 'widget' || !accepts('password'))
        ? 'embedded'
        : 'email',
  )
  const returnUrl = readReturnUrl()
  const entering = {
    team: team.id,
    tenant: team.tenantId,
    persistUserSession: values.persist,
    personalTermsAndCondition: values.terms,
    ...(returnUrl === null ? {} : { returnUrl }),
  }
  const isReady = wrong.personalTermsAndCondition === ''
  const leave = async (provider: OfferedProvider) => {
    if (!isReady) return touch('personalTermsAndCondition')
    setWay('leaving')
    setGeneral('')
    try {
      const { url } = await call(api.providers.start, { params: { providerId: provider.id }, body: entering })
      location.assign(webPage(url))
    } catch (error) {
      setWay('email')
      complain(error instanceof ApiProblem ? error : null)
    }
  }
  const begun = useRef(false)
  useEffect(() => {
    if (way !== 'leaving' || !first || begun.current) return
    begun.current = true
    void leave(first)
  })
  // The browser’s back button restores the page in its leaving state, so reset that.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && setWay('email')
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])
  useEffect(() => {
    if (!infoShown) return
    const timer = setTimeout(() => setInfoShown(false), limits.socialInfoMs)
    return () => clearTimeout(timer)
  }, [infoShown])

  if (awaitsFactor) {
    return (
      <FactorStep
        team={team}
        onSignedIn={onSignedIn}
        onBack={(words) => {
          setAwaitsFactor(false)
          setGeneral(words ?? '')
          change({ password: '' })
        }}
      />
    )
  }

  if (way === 'leaving') {
    return (
      <GuestFrame team={team} heading={t('login.heading', { team: team.displayName })}>
        <p className="guest-loading" role="status">
          <span className="guest-spinner" aria-hidden="true" />
          {t('login.loading')}
        </p>
      </GuestFrame>
    )
  }

  const terms = settings.showPersonalTermsConditions && (
    <TermsCheck
      checked={values.terms}
      url={settings.personalTermsAndConditionsUrl}
      label={t('login.terms')}
      link={t('login.termsLink')}
      complaint={complaint('personalTermsAndCondition')}
      onChange={(terms) => {
        change({ terms }, 'personalTermsAndCondition')
        touch('personalTermsAndCondition')
      }}
    />
  )
  const passkey = team.authMethods.includes('passkey') && (
    <PasskeySignIn team={team} persist={values.persist} acceptsTerms={values.terms} onSignedIn={onSignedIn} />
  )
  const buttons = (
    <ProviderButtons
      providers={team.authProviders.filter((one) =>
        one.kind === 'okta' ? way !== 'embedded' : accepts(methodOfKind[one.kind]),
      )}
      busy={busy}
      onChoose={(provider) => (provider === embedded ? setWay('embedded') : void leave(provider))}
    />
  )
  return (
    <GuestFrame team={team} heading={t('login.heading', { team: team.displayName })}>
      {info && infoShown && (
        <p className="guest-notice" role="status">
          {info.text}
        </p>
      )}
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
      {way === 'embedded' && embedded && (
        <EmbeddedForm
          provider={embedded}
          entering={entering}
          ready={isReady}
          onArrived={onArrived}
          onStep={() => setAwaitsFactor(true)}
          onGeneral={setGeneral}
          onLeave={accepts('okta') ? () => void leave(embedded) : undefined}
        />
      )}
      {(way === 'embedded' || !accepts('password')) && (
        <div className="guest-ways">
          {complaint('username') && (
            <p className="guest-notice guest-notice-error" role="alert">
              {complaint('username')}
            </p>
          )}
          {terms}
          {buttons}
          {passkey}
          {way === 'embedded' && accepts('password') && (
            <button type="button" className="guest-button guest-button-quiet" onClick={() => setWay('email')}>
              {t('login.withEmail')}
            </button>
          )}
        </div>
      )}
      {way === 'email' && accepts('password') && (
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
          {terms}
          <button type="submit" className="guest-button" disabled={!valid || busy}>
            {busy && <span className="guest-spinner" aria-hidden="true" />}
            {t(busy ? 'login.busy' : 'login.submit')}
          </button>
          {passkey}
          {buttons}
        </form>
      )}
      {settings.showSelfRegistration && (
        <p className="guest-foot">
          {t('login.noAccount')}{' '}
          <a
            className="guest-link"
            href={paths.register}
            onClick={(event) => {
              if (!onRegister) return
              event.preventDefault()
              onRegister()
            }}
          >
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
        <details className="guest-demo">
          <summary>{t('demo.title')}</summary>
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
        </details>
      )}
    </GuestFrame>
  )
}

/** A refusal’s messages about fields of the form. */
function complaintsIn(problem: ApiProblem | undefined): Partial<Record<Field, string>> {
  const fields: readonly Field[] = ['username', 'password', 'personalTermsAndCondition']
  const atFields: Partial<Record<Field, string>> = {}
  for (const one of problem?.errors ?? []) {
    const field = fields.find((name) => one.path === `body.${name}`)
    if (field) atFields[field] = one.message
  }
  return atFields
}
