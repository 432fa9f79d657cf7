import type { accounts } from '@learnt/contract/accounts'
import type { ReplyOf } from '@learnt/contract/endpoint'
import type { Start } from '@learnt/contract/session'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { ApiProblem } from '../api/problem.ts'
import { paths } from '../routes/paths.ts'
import { missingRules } from '../session/password-rules.ts'
import { GuestField } from './GuestField.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { readComplaints } from './guest-problem.ts'
import { NewPasswordField } from './NewPasswordField.tsx'

type Link = ReplyOf<typeof accounts.link>
type Kind = NonNullable<Link['kind']>

/** The page that links of mails open, signed in or not. Opening it checks the link; a button uses it up. */
export function AccountLinkPage({ start, code, mode }: { start: Start; code: string; mode: Kind }) {
  const { t } = useTranslation(['accounts', 'common'])
  const [link, setLink] = useState<Link | null>(null)
  const [done, setDone] = useState<DoneWith | null>(null)
  const [failure, setFailure] = useState('')
  const { team } = start

  const look = useCallback(() => {
    setFailure('')
    // An address that was cut off contains no complete code.
    if (code.length < 20 || code.length > 100)
      return setLink({ state: 'unknown', kind: null, email: '', asksPassword: false })
    call(api.accounts.link, { params: { code } }).then(setLink, (error: unknown) =>
      setFailure(readComplaints(error, [], t).general),
    )
  }, [code, t])
  useEffect(look, [look])

  if (done) return <Done start={start} {...done} email={link?.email ?? ''} />
  if (failure) {
    return (
      <GuestFrame team={team} heading={t('common:failure.title')}>
        <p className="guest-notice guest-notice-error" role="alert">
          {failure}
        </p>
        <button type="button" className="guest-button" onClick={look}>
          {t('common:actions.retry')}
        </button>
      </GuestFrame>
    )
  }
  if (link === null)
    return (
      <GuestFrame team={team} heading={t('link.checking')}>
        {null}
      </GuestFrame>
    )
  if (link.state !== 'open' || link.kind === null) {
    const kind = link.kind ?? mode
    return <Closed start={start} kind={kind} state={link.state === 'open' ? 'unknown' : link.state} />
  }
  const kind = link.kind
  const finish = (of: Omit<DoneWith, 'kind'> = {}) => setDone({ kind, ...of })
  return kind === 'resetPassword' ? (
    <NewPassword start={start} code={code} email={link.email} onDone={finish} onShut={look} />
  ) : (
    <Confirmation {...link} {...{ start, code, kind }} onDone={finish} onShut={look} />
  )
}

interface DoneWith {
  kind: Kind
  firstName?: string
  /** False: the password belongs to another organisation, and a mail brings a link that opens this one. */
  passwordOpens?: boolean
}

interface Step {
  start: Start
  code: string
  email: string
  onDone: (of?: Omit<DoneWith, 'kind'>) => void
  /** The link is no longer valid: check it again. */
  onShut: () => void
}

function NewPassword({ start, code, email, onDone, onShut }: Step) {
  const { t } = useTranslation('accounts')
  const { team } = start
  const rules = team.settings.passwordRules
  const [password, setPassword] = useState('')
  const [said, setSaid] = useState('')
  const [general, setGeneral] = useState('')
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const valid = missingRules(rules, password).length === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!valid || busy) return
    setBusy(true)
    setSaid('')
    setGeneral('')
    try {
      await call(api.accounts.resetPassword, { params: { code }, body: { password } })
      onDone()
    } catch (error) {
      setBusy(false)
      if (isShut(error)) return onShut()
      const complaints = readComplaints(error, ['password'], t)
      setSaid(complaints.atFields.password ?? '')
      setGeneral(complaints.general)
      input.current?.focus()
    }
  }
  return (
    <GuestFrame team={team} heading={t('link.chooseHeading')} lead={t('link.chooseText', { email })}>
      {general && (
        <p className="guest-notice guest-notice-error" role="alert">
          {general}
        </p>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate>
        {/* for password managers: whose password it is */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          ref={input}
          label={t('newPassword')}
          rules={rules}
          value={password}
          said={said}
          onChange={(value) => {
            setPassword(value)
            setSaid('')
          }}
        />
        <button type="submit" className="guest-button" disabled={!valid || busy}>
          {busy && <span className="guest-spinner" aria-hidden="true" />}
          {t(busy ? 'link.choosing' : 'link.choose')}
        </button>
      </form>
    </GuestFrame>
  )
}

function Confirmation({
  start,
  code,
  email,
  kind,
  asksPassword,
  onDone,
  onShut,
}: Step & { kind: 'verifyEmail' | 'register' | 'addEmail'; asksPassword: boolean }) {
  const { t } = useTranslation('accounts')
  const { team } = start
  const [password, setPassword] = useState('')
  const [said, setSaid] = useState('')
  const [general, setGeneral] = useState('')
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const words = ({ register: 'register', verifyEmail: 'verify', addEmail: 'add' } as const)[kind]
  const lead = t(asksPassword && words !== 'register' ? `link.${words}Proof` : `link.${words}Text`, {
    email,
    team: team.displayName,
  })
  const valid = !asksPassword || password !== ''
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!valid || busy) return
    setBusy(true)
    setSaid('')
    setGeneral('')
    try {
      onDone(await call(api.accounts.confirm, { params: { code }, body: { password } }))
    } catch (error) {
      setBusy(false)
      if (isShut(error)) return onShut()
      const complaints = readComplaints(error, ['password'], t)
      setSaid(complaints.atFields.password ?? '')
      setGeneral(complaints.general)
      input.current?.focus()
    }
  }
  return (
    <GuestFrame
      team={team}
      heading={t(`link.${words}Heading`)}
      lead={asksPassword && kind === 'register' ? `${lead} ${t('link.registerProof')}` : lead}
    >
      {general && (
        <p className="guest-notice guest-notice-error" role="alert">
          {general}
        </p>
      )}
      <form onSubmit={(event) => void confirm(event)} noValidate>
        {asksPassword && (
          <>
            {/* for password managers: whose password it is */}
            <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
            <GuestField
              ref={input}
              label={t('password')}
              name="password"
              type="password"
              autoComplete="current-password"
              value={password}
              error={said || undefined}
              onChange={(event) => {
                setPassword(event.target.value)
                setSaid('')
              }}
            />
          </>
        )}
        <button type="submit" className="guest-button" disabled={!valid || busy}>
          {busy && <span className="guest-spinner" aria-hidden="true" />}
          {t(busy ? 'link.confirming' : `link.${words}`)}
        </button>
      </form>
    </GuestFrame>
  )
}

function Done({
  start,
  kind,
  firstName = '',
  passwordOpens = true,
  email,
}: DoneWith & { start: Start; email: string }) {
  const { t } = useTranslation('accounts')
  // The server signs people out everywhere when they set a new password.
  const here = (kind === 'verifyEmail' || kind === 'addEmail') && start.me !== null
  const texts: Record<Kind, [heading: string, lead: string]> = {
    resetPassword: [t('link.changedHeading'), t('link.changedText')],
    verifyEmail: [t('link.verifiedHeading'), t('link.verifiedText', { email })],
    register: [t('register.created'), t('register.welcome', { name: firstName })],
    addEmail: [t('link.addedHeading'), t('link.addedText', { email })],
  }
  const [heading, lead] = texts[kind]
  return (
    <GuestFrame team={start.team} heading={heading} lead={lead}>
      {!passwordOpens && <p className="guest-notice">{t('link.ownPassword', { email })}</p>}
      <a className="guest-button" href={here ? paths.profile : paths.login}>
        {t(here ? 'toProfile' : 'toLogin')}
      </a>
    </GuestFrame>
  )
}

function Closed({ start, kind, state }: { start: Start; kind: Kind; state: 'used' | 'expired' | 'unknown' }) {
  const { t } = useTranslation('accounts')
  const again: Record<Kind, [href: string, words: string]> = {
    resetPassword: start.me ? [paths.profile, t('toProfile')] : [paths.resetPassword, t('link.again')],
    verifyEmail: start.me ? [paths.profile, t('link.againVerify')] : [paths.login, t('toLogin')],
    register: start.me ? [paths.profile, t('toProfile')] : [paths.register, t('link.againRegister')],
    addEmail: start.me ? [paths.profile, t('link.againVerify')] : [paths.login, t('toLogin')],
  }
  const [href, words] = again[kind]
  return (
    <GuestFrame team={start.team} heading={t(`link.${state}Heading`)} lead={t(`link.${state}Text`)}>
      <a className="guest-button" href={href}>
        {words}
      </a>
      {!start.me && (
        <p className="guest-foot">
          <a className="guest-link" href={paths.login}>
            {t('back')}
          </a>
        </p>
      )}
    </GuestFrame>
  )
}

/** The link was used or expired since the page opened. */
function isShut(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === 'not-found' || error.code === 'wrong-state')
}
