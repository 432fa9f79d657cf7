import { z } from 'zod'
import { isEmail } from './measures.ts'
import { hasHidden, isName, isRegisteredName, noLastName, tidyAddress, tidyText, withoutMarks } from './text.ts'
import { readWebAddress } from './web-address.ts'

/** Tenant and team ids are slugs, made once and never changed. */
export const Slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
export const Id = z.uuid()
/** `userId:teamId` (readings, Ids). */
export const MembershipId = z.string().regex(/^[0-9a-f-]{36}:[a-z0-9-]{1,63}$/)
/** Years that somebody means; calendars and databases begin and end not far beyond what can be written. */
const [firstYear, lastYear] = [1900, 2200]
// What is no date at all has its complaint already.
const isInTime = (year: number) => Number.isNaN(year) || (year >= firstYear && year <= lastYear)
/**
 * Moment in time on the wire: ISO 8601 in UTC with milliseconds. A handler may answer with a Date, which the serialiser
 * writes in this form; callers receive text.
 */
export const Moment: z.ZodType<string, string | Date> = z.iso
  .datetime({ offset: true })
  // Of its year in UTC: so it is written in answers.
  .refine((text) => isInTime(new Date(text).getUTCFullYear()), { error: 'dateRange' })
/** Calendar day `YYYY-MM-DD`. */
export const Day = z.iso.date().refine((text) => isInTime(Number(text.slice(0, 4))), { error: 'dateRange' })
/** Progress in whole or broken percent, 0 to 100. */
export const Percent = z.number().min(0).max(100)

/** Which state of a row a change builds on; as many as the database counts. */
export const Revision = z.number().int().min(0).max(2_147_483_647)

/**
 * Text of one line, a title or a tag, in one spelling: without line breaks and control characters, which break mails, files
 * and lists, and without what nobody sees. Marks of a direction, which are pasted along, are left out.
 */
export function oneLine() {
  return lineOf((text) => tidyText(withoutMarks(text)))
}

function lineOf(tidy: (text: string) => string) {
  return z
    .string()
    .overwrite(tidy)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, { error: 'oneLine' })
    .refine((text) => !hasHidden(text), { error: 'hidden' })
}

/** A name of a person, or the first of them, as administrators, feeds, SCIM and providers give it. */
export function personName() {
  return lineOf(tidyText).min(1, { error: 'required' }).refine(isNameOrNothing, { error: 'noName' }).max(100)
}

/** A last name; people without one enter `-`, or leave it empty where others write it down. */
export function lastName() {
  return lineOf(tidyText)
    .overwrite((text) => (text === noLastName ? '' : text))
    .refine(isNameOrNothing, { error: 'noName' })
    .max(100)
}

/** The first name in a form by which people register themselves. */
export function registeredName() {
  return lineOf(tidyText).refine(isRegisteredName, { error: 'minLength2' }).max(100)
}

/** The last name there: nothing is a mistake, and `-` is not. */
export function registeredLastName() {
  return lineOf(tidyText)
    .refine((text) => text === noLastName || isRegisteredName(text), { error: 'minLength2' })
    .overwrite((text) => (text === noLastName ? '' : text))
    .max(100)
}

/** What somebody wants to be called in place of their first name; empty: by that. */
export function preferredName() {
  return lineOf(tidyText).refine(isNameOrNothing, { error: 'noName' }).max(100)
}

function isNameOrNothing(text: string): boolean {
  return text === '' || isName(text)
}

/** An address for mail and for signing in, as it is kept and compared everywhere. */
export function emailAddress() {
  return maybeEmail().min(1, { error: 'required' })
}

/** The same, or none. */
export function maybeEmail() {
  return z
    .string()
    .overwrite(tidyAddress)
    .max(254)
    .refine((text) => !hasHidden(text), { error: 'hidden' })
    .refine((text) => text === '' || isEmail(text), { error: 'email' })
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
