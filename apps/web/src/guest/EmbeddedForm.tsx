import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { ApiProblem } from '../api/problem.ts'
import type { Arrival } from './arrival.ts'
import { GuestField } from './GuestField.tsx'
import type { OfferedProvider } from './ProviderButtons.tsx'

const fields = ['username', 'password'] as const
type Field = (typeof fields)[number]

/** The embedded form of an identity provider: name and password there, without leaving the page. */
export function EmbeddedForm({
  provider,
  entering,
  ready,
  onArrived,
  onStep,
  onGeneral,
  onLeave,
}: {
  provider: OfferedProvider
  /** What goes along with every way of signing in. */
  entering: {
    team: string
    tenant: string
    persistUserSession: boolean
    personalTermsAndCondition: boolean
    returnUrl?: string
  }
  /** Whether what the page asks beside name and password is right. */
  ready: boolean
  onArrived: (arrival: Arrival) => void
  onStep: () => void
  onGeneral: (text: string) => void
  /** To the provider's own page; absent where the team does not take that. */
  onLeave?: (() => void) | undefined
}) {
  const { t } = useTranslation(['providers', 'session'])
  const [values, setValues] = useState({ username: '', password: '' })
  const [said, setSaid] = useState<Partial<Record<Field, string>>>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const valid = ready && fields.every((name) => values[name].trim() !== '')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!valid || busy) return
    setBusy(true)
    setSaid({})
    onGeneral('')
    try {
      onArrived(
        await call(api.providers.embedded, { params: { providerId: provider.id }, body: { ...values, ...entering } }),
      )
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiProblem && error.code === 'second-factor-required') return onStep()
      const problem = error instanceof ApiProblem ? error : null
      const atFields: Partial<Record<Field, string>> = {}
      for (const name of fields) {
        const one = problem?.errors.find(({ path }) => path === `body.${name}`)
        if (one) atFields[name] = one.message
      }
      setSaid(atFields)
      const first = fields.find((name) => atFields[name])
      if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      else onGeneral(problem && problem.code !== 'internal' ? problem.message : t('session:login.failed'))
    }
  }
  const field = (name: Field, autoComplete: string) => (
    <GuestField
      label={t(`embedded.${name}`, { provider: provider.name })}
      name={name}
      type={name === 'password' ? 'password' : 'text'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      dir="auto"
      autoFocus={name === 'username'}
      value={values[name]}
      onChange={(event) => {
        setValues({ ...values, [name]: event.target.value })
        setSaid({ ...said, [name]: '' })
      }}
      error={said[name] || undefined}
    />
  )
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {field('username', 'username')}
      {field('password', 'current-password')}
      <button type="submit" className="guest-button" disabled={!valid || busy}>
        {busy && <span className="guest-spinner" aria-hidden="true" />}
        {t(busy ? 'session:login.busy' : 'embedded.submit', { provider: provider.name })}
      </button>
      {onLeave && (
        <button type="button" className="guest-button guest-button-quiet" disabled={!ready} onClick={onLeave}>
          {t('embedded.leave', { provider: provider.name })}
        </button>
      )}
    </form>
  )
}
