// Checks that forms share (specification, section 5, "Generic form helpers"). Plain functions, without schemas.
import { countGraphemes, isEmail, limits } from './measures.ts'

/** What is wrong with a field; texts by the page, with the field's own label. */
export interface FormComplaint {
  readonly code: 'emailInvalid' | 'onlyCharacters' | 'onlyNumbers' | 'passwordShort'
  readonly label?: string
}

/** What a strong password has; all off by default. */
export interface StrengthRules {
  readonly min?: boolean
  readonly special?: boolean
  readonly lowercase?: boolean
  readonly uppercase?: boolean
  readonly digit?: boolean
}
export const strengthMinLength = 8

export function checkEmail(value: string): FormComplaint | null {
  return isEmail(value.trim()) ? null : { code: 'emailInvalid' }
}

/** At least three letters (of any script), spaces, commas, periods, apostrophes and hyphens. */
export function checkText(value: string, label: string): FormComplaint | null {
  const isText = /^[\p{L}\p{M} ,.'’-]+$/u.test(value) && countGraphemes(value) >= limits.textMinLength
  return isText ? null : { code: 'onlyCharacters', label }
}

/** Digits of any script: they are kept as latinDigits() has them. */
export function checkNumber(value: string, label: string): FormComplaint | null {
  return /^\p{Nd}+$/u.test(value) ? null : { code: 'onlyNumbers', label }
}

/** Its message is empty: the field says by its colour that something is missing. */
export function checkPassword(value: string): FormComplaint | null {
  return countGraphemes(value) >= limits.passwordMinLength ? null : { code: 'passwordShort' }
}

/** The rules, of those that are on, that a password breaks. */
export function missingStrength(value: string, rules: StrengthRules = {}): (keyof StrengthRules)[] {
  const kept: Record<keyof StrengthRules, boolean> = {
    min: countGraphemes(value) >= strengthMinLength,
    special: /[^\p{L}\p{M}\p{N}\s]/u.test(value),
    lowercase: /\p{Ll}/u.test(value),
    uppercase: /\p{Lu}/u.test(value),
    digit: /\p{Nd}/u.test(value),
  }
  return (Object.keys(kept) as (keyof StrengthRules)[]).filter((rule) => rules[rule] === true && !kept[rule])
}
