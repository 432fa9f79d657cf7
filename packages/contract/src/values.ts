import { z } from 'zod'
import { readWebAddress } from './web-address.ts'

/** Tenant and team ids are slugs, made once and never changed. */
export const Slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
export const Id = z.uuid()
/** `userId:teamId` (readings, Ids). */
export const MembershipId = z.string().regex(/^[0-9a-f-]{36}:[a-z0-9-]{1,63}$/)
/** Years that somebody means; calendars and databases begin and end not far beyond what can be written. */
const [firstYear, lastYear] = [1900, 2200]
const isInTime = (text: string) => {
  const year = Number(text.slice(0, 4))
  // What is no date at all has its complaint already.
  return Number.isNaN(year) || (year >= firstYear && year <= lastYear)
}
/** Moment in time on the wire: ISO 8601 in UTC with milliseconds. */
export const Moment = z.iso.datetime({ offset: true }).refine(isInTime, { error: 'dateRange' })
/** Calendar day `YYYY-MM-DD`. */
export const Day = z.iso.date().refine(isInTime, { error: 'dateRange' })
/** Progress in whole or broken percent, 0 to 100. */
export const Percent = z.number().min(0).max(100)

/** Which state of a row a change builds on; as many as the database counts. */
export const Revision = z.number().int().min(0).max(2_147_483_647)

/** Text of one line, a name or a title: without line breaks and control characters, which break mails, files and lists. */
export function oneLine() {
  return z
    .string()
    .trim()
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, { error: 'oneLine' })
}

/** Another site's address, or empty for none. */
export function webAddress(longest = 2000) {
  return z
    .string()
    .trim()
    .max(longest)
    .overwrite((typed) => readWebAddress(typed) ?? typed)
    .refine((typed) => typed === '' || readWebAddress(typed) !== null, { error: 'url' })
}

/**
 * A page of a list by cursor. `next` is null on the last page. `total` counts all rows that match; where `totalIsExact`
 * is false there are more than `total` of them (decision 0018).
 */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable(),
    total: z.number().int(),
    totalIsExact: z.boolean().optional(),
  })
}

/** Query of every list; each list adds its filters and its sort keys. */
export const PageQuery = z.object({
  search: z.string().trim().max(200).optional(),
  cursor: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})

/** `true`/`false` in a query string. */
export const QueryFlag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Repeated keys of a query string are a list, `?tag=a&tag=b`; a comma is a character like any other. */
export function queryList<T extends z.ZodType<string>>(item: T) {
  return z.preprocess(
    (value) => (value === undefined ? undefined : [value].flat().filter((one) => one !== '')),
    z.array(item).max(100).optional(),
  )
}

/** What a list is filtered by, as people have written it: no longer than anything that is kept. */
const Word = z.string().max(200)
export const Words = z.array(Word).max(100)
export const queryWords = () => queryList(Word)

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
