import type { TFunction } from 'i18next'

interface ProblemLike {
  message: string
  code: string
  instance?: string | undefined
}

/** One sentence for a failed call. The server words its refusals in the person's language; a silent one gets ours. */
export function problemText(t: TFunction<'problems'>, error: unknown): string {
  const problem = error as Partial<ProblemLike> | null
  const code = problem?.code
  if (!code) return t('code.internal')
  const own = t(`code.${code as 'internal'}`, { defaultValue: '' })
  if (code === 'unavailable') return own
  return problem?.message || own || t('code.internal')
}

/** Words for a complaint at a field: a key of `problems:field`, or a sentence that somebody made already. */
export function fieldText(t: TFunction<'problems'>, message: string | undefined): string {
  if (!message) return ''
  return /^[a-z][A-Za-z0-9]*$/.test(message)
    ? t(`field.${message as 'invalid'}`, { defaultValue: t('field.invalid') })
    : message
}

/** Why something is off: `can` of the contract carries the key. */
export function reasonText(t: TFunction<'problems'>, reason: string): string {
  const key = reason.replace(/^problems?:/, '').replace(/^reason\./, '')
  return t(`reason.${key as 'default'}`, { defaultValue: t('reason.default') })
}
