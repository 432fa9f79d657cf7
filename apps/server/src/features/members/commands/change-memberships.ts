import { leaveStatuses } from '@learnt/contract/states'
import { fullName } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import { auditMany } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { nameOf, notifyMany } from '../../../platform/notify.ts'
import { announceMany } from '../../../platform/outbox.ts'
import { reevaluateMembers } from '../../permissions/commands/reevaluate-members.ts'
import { rolesAbove } from '../policy.ts'
import type { MemberRecord } from '../queries.ts'
import { keepAlike, keepManagers, keepPrimary } from './keep-in-step.ts'
import { becomes, columnOf, type Field, isWhollyTheirs, valuesOf } from './member-columns.ts'
import { putDirectory } from './put-directory.ts'

type Values = Record<string, unknown>

/** Which fields of which memberships get which values. */
export interface Change {
  /** A query with `place`, `membership_id` and `target`, an object of the fields. */
  readonly wanted: RawBuilder<unknown>
  readonly fields: readonly Field[]
  /** The caller holds the memberships and has asked every right. Else people above the actor are passed over. */
  readonly isJudged?: boolean
  /** Its name in the history. Null: part of a merge, which tells of it, asks the rules, and leaves the accounts alone. */
  readonly action?: 'members.update' | 'members.setStatus' | null
  /** Whether rules can name any of the fields. */
  readonly asksRules?: boolean
}

export interface Changed {
  readonly place: number
  readonly id: string
  readonly userId: string
  /** The fields that changed, before and after. */
  readonly before: Values
  readonly after: Values
  readonly row: MemberRecord
}

interface ChangedRow extends MemberRecord {
  place: number
  was: Values
  target: Values
  /** The person is in no other team of the tenant. */
  isOnly: boolean
}

/**
 * The one way to change fields of memberships, with all that follows in the same transaction. A membership that is like
 * that already is not touched, and nothing follows for it.
 */
export async function changeMemberships(ctx: Ctx, tx: WriteTx, change: Change): Promise<Changed[]> {
  const { fields, isJudged = false, action = 'members.update', asksRules = true } = change
  if (fields.length === 0) return []
  const rows = await writeRows(ctx, tx, { wanted: change.wanted, fields, isJudged })
  const changed = rows.map((row) => ({
    row,
    keys: Object.keys(row.target).filter((key) => !isSame(row.was[key], row.target[key])),
  }))
  if (changed.length === 0) return []
  const having = (...names: Field[]) =>
    changed.filter(({ keys }) => names.some((name) => keys.includes(name))).map(({ row }) => row)
  if (action) await moveAddresses(ctx, tx, having('email'))
  await putDirectory(ctx, tx, having('status', 'roles', 'username'))
  await keepManagers(
    tx,
    having('managers').map((row) => row.userId),
  )
  await keepAlike(
    ctx,
    tx,
    having('preferredName', 'avatar').map((row) => row.id),
  )
  await keepPrimary(
    tx,
    having('status').flatMap((row) => (row.isOnly ? [] : [row.userId])),
  )
  const results = changed.map(({ row: { place, was, target, isOnly: _, ...row }, keys }) => ({
    place,
    id: row.id,
    userId: row.userId,
    before: pick(was, keys),
    after: pick(target, keys),
    row,
  }))
  if (action)
    await Promise.all([
      auditMany(
        ctx,
        tx,
        results.map(({ id, before, after, row }) => ({
          action,
          subjectType: 'membership',
          subjectId: id,
          subjectTitle: fullName(row),
          before,
          after,
        })),
      ),
      // Their pages ask again; a status shows at the next sign-in.
      action === 'members.update'
        ? announceMany(
            ctx,
            tx,
            results.map(({ id, userId }) => ({ topic: 'me', userId, kind: 'membership', id })),
          )
        : null,
      tellPeople(ctx, tx, results),
      asksRules
        ? reevaluateMembers(
            ctx,
            tx,
            results.map((one) => one.id),
            [...new Set(changed.flatMap(({ keys }) => keys))],
          )
        : null,
    ])
  return results
}

async function writeRows(
  { actor, now }: Ctx,
  tx: WriteTx,
  { wanted, fields, isJudged }: Required<Pick<Change, 'wanted' | 'fields' | 'isJudged'>>,
): Promise<ChangedRow[]> {
  const target = sql`l.target`
  const hasStatus = fields.includes('status')
  // What is the same in all teams changes with the right to all of them.
  const named =
    isJudged || !fields.includes('preferredName')
      ? sql`w.target`
      : sql`case when ${isWhollyTheirs(actor, sql`m.user_id`)} then w.target else w.target - 'preferredName' end`
  const sets = fields.map((field) => sql`${sql.ref(columnOf(field))} = ${becomes('m', field, target)}`)
  if (hasStatus) sets.push(...followStatus(now, fields))
  const { rows } = await sql<ChangedRow>`
    with wanted as materialized (${wanted}),
    locked as materialized (
      select w.place, ${hasStatus ? named : sql`(${named}) - 'status'`} as target, m.id, ${valuesOf('m', fields)} as was
      from wanted w join memberships m on m.id = w.membership_id
      where ${isJudged ? sql`true` : sql`not m.roles && ${rolesAbove(actor)}::text[]`}
      order by m.id for no key update of m
    ),
    changed as (
      update memberships m set ${sql.join(sets)}, updated_at = ${now}, revision = m.revision + 1
      from locked l where m.id = l.id and l.was || l.target <> l.was
      returning l.place, l.was, l.target, m.*, ${hasStatus ? sql`not exists (select from memberships o where o.user_id = m.user_id and o.id <> m.id)` : sql`true`} as is_only
    )
    select * from changed order by place`.execute(tx)
  return rows
}

/**
 * Keeps when a leave began: going from one kind of leave to another is one absence. Clears a past last day of a person who
 * becomes active, else the nightly round would end the membership again.
 */
function followStatus(now: Date, fields: readonly Field[]): RawBuilder<unknown>[] {
  const status = becomes('m', 'status', sql`l.target`)
  const isLeave = (of: RawBuilder<unknown>) => sql`${of} = any (${[...leaveStatuses]}::text[])`
  const sets = [
    sql`away_since = case when not ${isLeave(status)} then null when ${isLeave(sql`m.status`)} then coalesce(m.away_since, ${now}) else ${now} end`,
  ]
  if (!fields.includes('terminationDate'))
    sets.push(sql`termination_date = case
      when ${status} = 'active' and m.termination_date <= (${now}::timestamptz at time zone control.zone_of_tenant())::date then null
      else m.termination_date end`)
  return sets
}

/**
 * The address to sign in with follows if the person belongs to this tenant alone, and all their memberships here are
 * the administrator's to change: else this would open another person's account.
 */
async function moveAddresses(ctx: Ctx, tx: WriteTx, moved: readonly MemberRecord[]): Promise<void> {
  const { actor } = ctx
  if (moved.length === 0) return
  const { rows: free } = await sql<{ userId: string }>`
    select user_id from memberships where user_id = any (${moved.map((one) => one.userId)}::uuid[]) group by user_id
    having ${isWhollyTheirs(actor, sql`memberships.user_id`)}`.execute(tx)
  const ids = new Set(free.map((one) => one.userId))
  const people = moved.filter((one) => ids.has(one.userId)).map((one) => ({ user_id: one.userId, email: one.email }))
  if (people.length === 0) return
  const { rows } = await sql<{ userId: string; former: string | null }>`
    select p.user_id, control.move_address(p.user_id, p.email, ${ctx.now}) as former
    from jsonb_to_recordset(${json(people)}) as p (user_id uuid, email text)`.execute(tx)
  const formerOf = new Map(rows.map((row) => [row.userId, row.former]))
  await Promise.all(
    moved.map((one) => {
      const former = formerOf.get(one.userId)
      if (!former) return undefined
      // To the former address, where its owner reads it.
      return queueMail(ctx, tx, {
        kind: 'addressMoved',
        to: former,
        userId: one.userId,
        teamId: one.teamId,
        values: { name: one.firstName, email: one.email },
        path: '/login',
      })
    }),
  )
}

/** Tells people that somebody else changed their status or roles, unless they may no longer sign in. */
async function tellPeople(ctx: Ctx, tx: WriteTx, changed: readonly Changed[]): Promise<void> {
  const notices = changed.flatMap(({ row, after }) => {
    if (row.status !== 'active' || row.userId === ctx.actor.userId) return []
    const notice = (kind: string, params: object) => ({
      ...{ kind, params, user_id: row.userId, team_id: row.teamId },
      key: `${kind}:${row.id}:${row.revision}`,
    })
    return [
      ...('status' in after ? [notice('statusChanged', { status: row.status })] : []),
      ...('roles' in after ? [notice('rolesChanged', { roles: row.roles.join(' ') })] : []),
    ]
  })
  if (notices.length === 0) return
  await notifyMany(ctx, tx, {
    kind: null,
    atMost: notices.length,
    from: sql`
      select user_id, team_id, kind, key, '/pages/profile' as link, params || jsonb_build_object('name', ${nameOf(ctx.actor)}) as params
      from jsonb_to_recordset(${json(notices)}) as n (user_id uuid, team_id text, kind text, key text, params jsonb)`,
  })
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

function pick(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
}
