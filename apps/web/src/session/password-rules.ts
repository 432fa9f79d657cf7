import type { TenantSettings } from '@learnt/contract/session'

type Rules = TenantSettings['passwordRules']
export type PasswordRule = 'length' | 'upper' | 'lower' | 'digit' | 'special'

/** What the tenant's rule asks of a new password. The server also refuses what is well known. */
export function rulesOf(rules: Rules): PasswordRule[] {
  return ['length', ...(['upper', 'lower', 'digit', 'special'] as const).filter((rule) => rules[rule])]
}

/** What of it a password does not have yet. */
export function missingRules(rules: Rules, password: string): PasswordRule[] {
  return rulesOf(rules).filter((rule) => !keeps[rule](password, rules))
}

const keeps: Record<PasswordRule, (password: string, rules: Rules) => boolean> = {
  length: (password, rules) => [...new Intl.Segmenter().segment(password)].length >= rules.minLength,
  upper: (password) => /\p{Lu}/u.test(password),
  lower: (password) => /\p{Ll}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
  special: (password) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
}
