import type { Locale } from '@learnt/contract/locales'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { codeMark, queueMail } from '../../../platform/mail/queue-mail.ts'
import { linkMinutes } from '../../../platform/mail/send-mail.ts'
import type { AccountLink } from '../queries.ts'

export interface LinkMail {
  readonly kind: AccountLink['kind']
  /** Which texts: `mail.<words>`. */
  readonly words: string
  readonly email: string
  /** Null: no account has it yet. */
  readonly userId: string | null
  readonly teamId: string
  readonly details?: Readonly<Record<string, unknown>>
  /** For how long it opens, where that is longer than an hour. */
  readonly days?: number
  readonly values?: Readonly<Record<string, string>>
  readonly locale?: Locale
  readonly reason?: 'account' | 'asked'
}

/** Makes a link that works once, and the mail that brings it. The code in it is made when the mail goes out. */
export async function mailLink(ctx: Pick<Ctx, 'now' | 'services'>, tx: WriteTx, of: LinkMail): Promise<void> {
  const link = await makeLink(ctx, tx, of)
  const code = codeMark(link)
  await queueMail(ctx, tx, {
    kind: of.words,
    to: of.email,
    userId: of.userId,
    teamId: of.teamId,
    values: { ...of.values, minutes: linkMinutes, ...(of.days === undefined ? {} : { days: of.days }) },
    link,
    // a link that opens for days is an invitation, of which there may be thousands
    isAwaited: of.days === undefined,
    path: of.kind === 'resetPassword' ? `/change-password?code=${code}` : `/action?mode=verifyEmail&code=${code}`,
    ...(of.locale ? { locale: of.locale } : {}),
    ...(of.reason ? { reason: of.reason } : {}),
  })
}

/** The link alone: nobody can use it until a mail brings its code. */
export async function makeLink(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  of: Pick<LinkMail, 'kind' | 'userId' | 'teamId' | 'email' | 'details' | 'days'>,
): Promise<string> {
  const id = newId()
  // The days stand with the link: they count from when the mail goes out.
  const details = { ...of.details, ...(of.days === undefined ? {} : { days: of.days }) }
  const lasts = of.days === undefined ? `${linkMinutes} minutes` : `${of.days} days`
  await sql`
    select control.make_account_link(${id}, ${of.kind}, ${of.userId}, ${of.teamId}, ${of.email}, ${json(details)}, ${ctx.now},
      ${lasts}::interval)`.execute(tx)
  return id
}
