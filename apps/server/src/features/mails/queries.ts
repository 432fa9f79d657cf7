import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { ReadTx, Row } from '../../platform/db/database.ts'
import { hasWords } from '../../platform/db/search.ts'
import { countUpTo, type Total } from '../../platform/list-counts.ts'
import { isWhollyReached, reachOf } from '../reach/queries/look-after.ts'

const columns = [
  'id',
  'recipient',
  'subject',
  'textBody',
  'kind',
  'state',
  'reason',
  'reasonDetail',
  'createdAt',
  'sentAt',
  'linkId',
  'linkCode',
] as const
export type MailRow = Pick<Row<'mails'>, (typeof columns)[number]> & { createdText: string }

interface Asked {
  readonly search: string | undefined
  /** To whom; undefined: anybody. */
  readonly userId: string | undefined
}

/** One page of the readable outbox, newest first; two statements, one round trip. */
export async function listMails(
  tx: ReadTx,
  actor: Actor,
  of: Asked & { limit: number; after: readonly [createdAt: string, id: string] | null },
): Promise<{ rows: MailRow[] } & Total> {
  const page = tx
    .selectFrom('mails')
    .select(columns)
    .select(sql<string>`created_at::text`.as('createdText'))
    .where(matches(actor, of))
    .$if(of.after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${of.after?.[0]}::text::timestamptz, ${of.after?.[1]}::uuid)`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(of.limit + 1)
  const [rows, total] = await Promise.all([page.execute(), countUpTo(tx, sql`mails where ${matches(actor, of)}`)])
  return { rows, ...total }
}

/** Mails in which a team writes to its people. All others tell what a person learns, asked for or has. */
const kindsOfTeam = [
  'accountExists',
  'administrator',
  'completeRegistration',
  'eraseRequested',
  'invitation',
  'joinTeam',
  'managerReminded',
  'memberMessage',
  'ownPassword',
  'registered',
  'resetPassword',
  'schedule',
  'verifyEmail',
  'welcome',
]

/**
 * A team's administrator sees the mails written for the team, not what else its people got: they could add anybody. Of who
 * belongs to other teams as well a mail may tell of what was given there. One of the tenant's own team sees all.
 */
function matches(actor: Actor, { search, userId }: Asked): RawBuilder<boolean> {
  const isOpen = sql`(mails.user_id is null or kind = any(${kindsOfTeam}::text[])
    or ${isWhollyReached(reachOf(actor, 'administrator'), sql`mails.user_id`)})`
  const isSeen = actor.wholeTenant ? sql`true` : sql`(team_id = ${actor.teamId} and ${isOpen})`
  const isTheirs = userId === undefined ? sql`true` : sql`user_id = ${userId}`
  return sql<boolean>`(${isSeen} and ${isTheirs} and ${hasWords(sql`recipient || ' ' || subject`, search)})`
}
