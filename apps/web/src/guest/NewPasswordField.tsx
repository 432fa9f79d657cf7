import type { TenantSettings } from '@learnt/contract/session'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { missingRules, type PasswordRule, rulesOf } from '../session/password-rules.ts'
import { GuestField } from './GuestField.tsx'

/** A password that is being set: says what the tenant asks of it, and what is still missing. */
export function NewPasswordField({
  rules,
  value,
  onChange,
  said,
  label,
  ref,
}: {
  rules: TenantSettings['passwordRules']
  value: string
  onChange: (value: string) => void
  /** What the server complained about. */
  said: string | undefined
  label: string
  ref?: Ref<HTMLInputElement>
}) {
  const { t, i18n } = useTranslation('accounts')
  const words = (list: PasswordRule[]) =>
    new Intl.ListFormat(i18n.language).format(list.map((rule) => t(`rules.${rule}`, { count: rules.minLength })))
  const missing = missingRules(rules, value)
  const help =
    value === '' || missing.length === 0
      ? t('rules.all', { rules: words(rulesOf(rules)) })
      : t('rules.missing', { rules: words(missing) })
  return (
    <GuestField
      {...(ref ? { ref } : {})}
      label={label}
      name="password"
      type="password"
      required
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={said || undefined}
      help={help}
    />
  )
}
