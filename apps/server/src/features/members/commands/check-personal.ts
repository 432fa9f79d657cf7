import { plainPhone } from '@learnt/contract/read-number'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import type { MemberRecord } from '../queries.ts'
import type { Tidied } from './tidy-fields.ts'

/** Phone and birthday of a person, where they change: the phone as it is kept; complaints stand at the fields. */
export async function checkPersonal(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  fields: Tidied,
  { at, before }: { at: string; before?: Pick<MemberRecord, 'phone' | 'dob'> },
): Promise<void> {
  const { phone, dob } = fields
  if (phone && phone !== before?.phone) {
    const tidied = await tidyPhone(phone)
    if (tidied === null) throw invalid({ [`${at}.phone`]: 'phone' })
    fields.phone = tidied
  }
  if (dob && dob !== before?.dob && dob > (await todayOf(ctx, tx))) throw invalid({ [`${at}.dob`]: 'inTheFuture' })
}

/** A phone number as it is stored; null for anything else. */
export async function tidyPhone(typed: string): Promise<string | null> {
  return (await phoneTidier())(typed)
}

/**
 * The same for many numbers. A number with its country is checked by that country's plan. Numbers without, of a house
 * or of the caller's country, cannot be checked.
 */
export async function phoneTidier(): Promise<(typed: string) => string | null> {
  // Loaded on first use: it brings the plans of all countries.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return (typed) => {
    const text = plainPhone(typed).trim()
    if (/^(\+|00)/.test(text)) {
      const number = parsePhoneNumberFromString(text.replace(/^00/, '+'), { extract: false })
      return number?.isPossible() ? number.formatInternational() : null
    }
    const digits = text.replace(/\D/g, '').length
    const isNumber = /^[\d ()./-]+(?: ?(?:x|ext\.?) ?\d{1,6})?$/i.test(text)
    return isNumber && digits >= 3 && digits <= 20 ? text : null
  }
}

/** Today in the tenant's zone. */
export async function todayOf(ctx: Pick<Ctx, 'now'>, tx: WriteTx): Promise<string> {
  const { rows } = await sql<{
    today: string
  }>`select (${ctx.now}::timestamptz at time zone control.zone_of_tenant())::date::text as today`.execute(tx)
  return rows[0]?.today ?? ctx.now.toISOString().slice(0, 10)
}
