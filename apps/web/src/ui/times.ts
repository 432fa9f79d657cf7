import type { DayForm } from '@learnt/contract/layout'

const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

/** Making a formatter costs a hundred times what using it does, and lists use the same one for every row. */
function kept<Made extends Intl.DateTimeFormat | Intl.NumberFormat>(
  kind: new (language: string, options: never) => Made,
  language: string,
  options: Intl.DateTimeFormatOptions | Intl.NumberFormatOptions,
): Made {
  const key = kind.name + language + JSON.stringify(options)
  const known = made.get(key) ?? new kind(language, options as never)
  made.set(key, known)
  return known as Made
}

const chosen: { own: DayForm | null; english: DayForm } = { own: null, english: 'iso' }
/**
 * How days are written from now on. `own` is the person's choice and holds in every language. Without it, `english` is the
 * tenant's choice for English (`YYYY-MM-DD` by the specification, section 9), and other languages use their long form.
 */
export function chooseDayForm(own: DayForm | null, english: DayForm): void {
  Object.assign(chosen, { own, english })
}

/** Day in the person's zone: `2026-11-24`, or `24 Nov 2026` in English and the long form of another language. */
export function formatDay(value: Date, language: string, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {}
  const isEnglish = language.startsWith('en')
  const form = chosen.own ?? (isEnglish ? chosen.english : 'words')
  if (form === 'words' && !isEnglish)
    return kept(Intl.DateTimeFormat, language, { dateStyle: 'long', ...zone }).format(value)
  if (form === 'words') {
    // the day before the month, as the rest of the product writes English
    const parts = { day: 'numeric', month: 'short', year: 'numeric', ...zone } as const
    return kept(Intl.DateTimeFormat, 'en-GB', parts).format(value)
  }
  const parts = kept(Intl.DateTimeFormat, 'en', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...zone,
  }).formatToParts(value)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

export function formatClock(value: Date, language: string, timeZone?: string): string {
  const english = language.startsWith('en')
  return kept(Intl.DateTimeFormat, language, {
    hour: '2-digit',
    minute: '2-digit',
    ...(english ? { hourCycle: 'h23' as const } : {}),
    ...(timeZone ? { timeZone } : {}),
  }).format(value)
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "3 days ago", "in 2 hours"; null under a minute. */
export function formatAgo(value: Date, now: Date, language: string): string | null {
  const seconds = Math.round((value.getTime() - now.getTime()) / 1000)
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  if (!step) return null
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / step[1]), step[0])
}

/** `1.4 GB` with the language's own digits and separators. A kilobyte is 1024 bytes, as the limits of files count. */
export function formatBytes(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // the short form of a byte has no plural
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1024 ** power)
}

export function formatNumber(value: number, language: string): string {
  return kept(Intl.NumberFormat, language, {}).format(value)
}

/** Of 0 to 100. */
export function formatPercent(value: number, language: string): string {
  return kept(Intl.NumberFormat, language, { style: 'percent' }).format(value / 100)
}
