import { countGraphemes } from '@learnt/contract/measures'
import { ProblemError } from '../problem.ts'
import type { PasswordRules } from '../tenant/settings.ts'
import type { Translate } from '../translate.ts'
import { isBreached } from './breached-passwords.ts'

/** Digits and marks at the ends of a well-known word that do not make it unknown; more of them do. */
const decoration = 4

/** Refuses a new password that is not good enough: 422 at the field, with the rule in words. */
export function refuseWeakPassword(
  rules: PasswordRules,
  password: string,
  /** Words that must not be the password: name, address, user name. */
  about: readonly string[],
  path: string,
  t: Translate,
): void {
  const complaint = passwordComplaint(rules, password, about)
  if (complaint === null) return
  throw new ProblemError('invalid-input', {
    errors: [{ path, message: t(`validation.${complaint.key}`, complaint.values), code: complaint.key }],
  })
}

/** Why a new password is refused: a key below `validation` with its values; null when it is good. */
export function passwordComplaint(
  rules: PasswordRules,
  password: string,
  about: readonly string[] = [],
): { key: string; values: Record<string, number> } | null {
  if (countGraphemes(password) < rules.minLength) return { key: 'passwordLength', values: { count: rules.minLength } }
  if (rules.upper && !/\p{Lu}/u.test(password)) return { key: 'passwordUpper', values: {} }
  if (rules.lower && !/\p{Ll}/u.test(password)) return { key: 'passwordLower', values: {} }
  if (rules.digit && !/\p{Nd}/u.test(password)) return { key: 'passwordDigit', values: {} }
  if (rules.special && !/[^\p{L}\p{M}\p{N}\s]/u.test(password)) return { key: 'passwordSpecial', values: {} }
  if (rules.refuseBreached && isEasilyGuessed(password, about)) return { key: 'passwordBreached', values: {} }
  return null
}

/** One password opens all of a person's tenants, so it keeps the rules of every one of them. */
export function strictest(all: readonly PasswordRules[], otherwise: PasswordRules): PasswordRules {
  const [first = otherwise, ...rest] = all
  return rest.reduce(
    (sum, rules) => ({
      minLength: Math.max(sum.minLength, rules.minLength),
      refuseBreached: sum.refuseBreached || rules.refuseBreached,
      upper: sum.upper || rules.upper,
      lower: sum.lower || rules.lower,
      digit: sum.digit || rules.digit,
      special: sum.special || rules.special,
    }),
    first,
  )
}

function isEasilyGuessed(password: string, about: readonly string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  // One character again and again, or a run along the alphabet or the digits.
  const steps = new Set([...plain].slice(1).map((char, i) => (char.codePointAt(0) ?? 0) - (plain.codePointAt(i) ?? 0)))
  if (steps.size <= 1 && [0, 1, -1].includes([...steps][0] ?? 0)) return true
  const stripped = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const word = plain.length - stripped.length <= decoration ? stripped : plain
  if (isBreached(plain) || isBreached(word)) return true
  return about.some((name) => {
    const lower = name.trim().toLowerCase()
    return (
      lower.length >= 3 &&
      (plain === lower || plain === lower.split('@')[0] || word === lower || word === lower.split('@')[0])
    )
  })
}
