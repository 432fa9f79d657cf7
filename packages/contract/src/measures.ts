// Values and plain functions without schemas: what the first pages load must not bring zod with it.
import { hasHidden } from './text.ts'

export const defaultTenantId = 'learnt'
export const defaultTeamId = 'learnt'

/** Sizes of the specification, section 9 (pixels, milliseconds, counts). */
export const limits = {
  loginMinLength: 4,
  nameMinLength: 2,
  passwordMinLength: 6,
  passwordDefaultLength: 8,
  textMinLength: 3,
  batchWrites: 300,
  teamLookUps: 10,
  pageSuggestions: 10,
  pathwayHitsPerPage: 12,
  snackbarMs: 6000,
  badgeToastMs: 15_000,
  socialInfoMs: 25_000,
  invitationMaxDays: 60,
  hoverMs: 150,
  fadeMs: 300,
  idleDebounceMs: 250,
  undoMs: 10_000,
  uploadBytes: 2 * 1024 ** 3,
  /** Rows that a searched or filtered list counts; of more it says that there are more. */
  countedAtMost: 1000,
} as const

export const sizes = {
  navbar: 280,
  navbarFolded: 64,
  toolbar: 64,
  themePanel: 380,
  chatPanel: 360,
  chatStrip: 70,
  pageSidebar: 240,
  logo: 67.5,
} as const
export const breakpoints = { xs: 0, sm: 576, md: 768, lg: 992, xl: 1200 } as const
/** From this width on an iPad lies on its side: a page has room for a sidebar of its own beside the navigation. */
export const ipadLandscape = 1024

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i

/**
 * One input parser for times: 10 digits are seconds, 13 milliseconds, else ISO 8601, in UTC where it names no zone. Null
 * when it is none of them, or a day that no month has.
 */
export function parseMoment(value: string | number): Date | null {
  const text = String(value).trim()
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000)
  if (/^\d{13}$/.test(text)) return new Date(Number(text))
  const [, year, month, day] = iso.exec(text) ?? []
  if (year === undefined || Number(day) > daysOf(Number(year), Number(month))) return null
  const plain = text.replace(' ', 'T').replace(',', '.')
  const date = new Date(/T/i.test(plain) && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(plain) ? `${plain}Z` : plain)
  return Number.isNaN(date.getTime()) ? null : date
}

/**
 * The day and time of a number of Excel; null: beyond its days, or the 29 February that 1900 has in its calendar alone.
 */
export function momentOfExcel(days: number): string | null {
  if (days < 1 || Math.floor(days) === 60) return null
  const moment = new Date(Math.round((days - (days < 60 ? 25_568 : 25_569)) * 86_400) * 1000)
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999) return null
  return moment.toISOString().slice(0, 19).replace('T', ' ')
}

/** Days of a month, 1 to 12; 0 for a month that there is not. */
function daysOf(year: number, month: number): number {
  if (month < 1 || month > 12) return 0
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Splits a duration as the specification shows it: under 60 s seconds, under 3600 minutes, else hours and minutes. */
export function splitDuration(seconds: number): {
  unit: 'seconds' | 'minutes' | 'hours'
  hours: number
  minutes: number
  seconds: number
} {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return { unit: 'seconds', hours: 0, minutes: 0, seconds: whole }
  if (whole < 3600) return { unit: 'minutes', hours: 0, minutes: Math.floor(whole / 60), seconds: 0 }
  return { unit: 'hours', hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: 0 }
}

const email = /^[^\s@,;:<>()[\]\\"]+@[^\s@.]+(\.[^\s@.]+)+$/u
/** A valid address has at least two domain segments; any top-level domain (specification, section 5). */
export function isEmail(value: string): boolean {
  return value.length <= 254 && email.test(value) && !hasHidden(value)
}

/** Length as a reader counts it. */
export function countGraphemes(value: string): number {
  let count = 0
  for (const _ of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(value)) count++
  return count
}
