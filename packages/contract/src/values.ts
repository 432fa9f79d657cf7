import { z } from 'zod'

/** Tenant and team ids are slugs, made once and never changed. */
export const Slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
export const Id = z.uuid()
/** `userId:teamId` (readings, Ids). */
export const MembershipId = z.string().regex(/^[0-9a-f-]{36}:[a-z0-9-]{1,63}$/)
/** Moment in time on the wire: ISO 8601 in UTC with milliseconds. */
export const Moment = z.iso.datetime({ offset: true })
/** Calendar day `YYYY-MM-DD`. */
export const Day = z.iso.date()
/** Progress in whole or broken percent, 0 to 100. */
export const Percent = z.number().min(0).max(100)

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
  hoverMs: 150,
  fadeMs: 300,
  idleDebounceMs: 250,
  undoMs: 10_000,
  uploadBytes: 2 * 1024 ** 3,
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

/** One input parser for times: 10 digits are seconds, 13 milliseconds, else ISO 8601. Null when it is none of them. */
export function parseMoment(value: string | number): Date | null {
  const text = String(value).trim()
  const date = /^\d{10}$/.test(text)
    ? new Date(Number(text) * 1000)
    : /^\d{13}$/.test(text)
      ? new Date(Number(text))
      : new Date(/^\d+$/.test(text) ? Number.NaN : text)
  return Number.isNaN(date.getTime()) ? null : date
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
  return value.length <= 254 && email.test(value)
}

/** Length as a reader counts it. */
export function countGraphemes(value: string): number {
  let count = 0
  for (const _ of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(value)) count++
  return count
}

/** A page of a list by cursor. `next` is null on the last page; `total` counts all rows that match. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().nullable(), total: z.number().int() })
}

/** Query of every list; each list adds its filters and its sort keys. */
export const PageQuery = z.object({
  search: z.string().trim().max(200).optional(),
  cursor: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})

/** `true`/`false` in a query string. */
export const QueryFlag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Repeated or comma-separated values in a query string become a list. */
export function queryList<T extends z.ZodType<string>>(item: T) {
  return z.preprocess(
    (value) =>
      value === undefined ? undefined : Array.isArray(value) ? value : String(value).split(',').filter(Boolean),
    z.array(item).max(100).optional(),
  )
}

/** What a bulk action acts on: named rows, or everything that a filter matches on the server. */
export function selectionOf<T extends z.ZodType, F extends z.ZodType>(id: T, filter: F) {
  return z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('ids'), ids: z.array(id).min(1).max(1000) }),
    z.strictObject({ by: z.literal('filter'), filter }),
  ])
}

/** One permitted-or-not answer, sent with the thing it is about: `null` is allowed, else the catalogue key of the reason. */
export const Can = z.record(z.string(), z.string().nullable())
export type Can = Record<string, string | null>
