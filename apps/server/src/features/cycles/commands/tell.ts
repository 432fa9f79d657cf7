import { addDays } from '@learnt/contract/cycle-periods'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { linkOf } from '../../notifications/commands/tell-assigned.ts'

/** People told by one transaction, with a mail for each. */
const peopleAtOnce = 100

type Telling = { readonly assignmentIds: readonly string[] } & (
  | { readonly kind: 'cycleBegun' }
  /** `days`: which of the warnings it is; each is given once. */
  | { readonly kind: 'cycleEnding'; readonly endDay: string; readonly days: number }
)

/** Tells people in the bell and by mail of a cycle that has begun, or will end. Run again it tells nobody twice. */
export async function tellOfCycles(ctx: Ctx, of: Telling & Record<string, unknown>): Promise<void> {
  for (let at = 0; at < of.assignmentIds.length; at += peopleAtOnce) {
    const ids = of.assignmentIds.slice(at, at + peopleAtOnce)
    await ctx.write((tx) => tellPortion(ctx, tx, of, ids))
  }
}

async function tellPortion(ctx: Ctx, tx: WriteTx, of: Telling, ids: readonly string[]): Promise<void> {
  const key = keyOf(of)
  await notifyMany(ctx, tx, {
    kind: of.kind,
    atMost: peopleAtOnce,
    from: sql`
      select a.user_id, null::text as team_id, ${key} as key, ${linkOf} as link,
        jsonb_build_object('documentType', d.type, 'courseId', d.id, 'title', d.title, 'isBundle', d.is_bundle) || ${paramsOf(of)} as params
      from assignments a join documents d on d.id = a.document_id
      where a.id = any(${ids}::uuid[]) and a.is_active and a.ended_at is null and a.frozen_at is null`,
  })
  // Mails only the people who are told of it just now.
  const { rows } = await sql<{
    userId: string
    teamId: string
    email: string
    firstName: string
    link: string
    title: string
    dueDay: string | null
    isDone: boolean
  }>`
    select n.user_id, m.team_id, m.email, m.shown_first_name as first_name, n.link, n.params->>'title' as title, n.params->>'dueDay' as due_day,
      coalesce((n.params->>'isDone')::boolean, false) as is_done
    from assignments a join notifications n on n.user_id = a.user_id and n.key = ${key} and n.created_at = ${ctx.now}
    join memberships m on m.user_id = a.user_id and m.is_primary
    where a.id = any(${ids}::uuid[]) order by n.user_id`.execute(tx)
  for (const row of rows) {
    const day = of.kind === 'cycleBegun' ? row.dueDay : addDays(of.endDay, -1)
    await queueMail(ctx, tx, {
      kind: mailOf(of.kind, row),
      to: row.email,
      userId: row.userId,
      teamId: row.teamId,
      values: { name: row.firstName, title: row.title },
      ...(day === null ? {} : { days: { day } }),
      path: row.link,
    })
  }
}

function keyOf(of: Telling): RawBuilder<string> {
  return of.kind === 'cycleBegun'
    ? sql<string>`'cycleBegun:' || a.id`
    : sql<string>`${`cycleEnding:${of.endDay}:${of.days}:`}::text || a.id`
}

function paramsOf(of: Telling): RawBuilder<unknown> {
  return of.kind === 'cycleBegun'
    ? sql`jsonb_build_object('dueDay', a.due_day)`
    : sql`jsonb_build_object('endDay', ${of.endDay}::text, 'isDone', a.state in ('completed', 'passed'))`
}

function mailOf(kind: Telling['kind'], row: { dueDay: string | null; isDone: boolean }): string {
  if (kind === 'cycleBegun') return row.dueDay === null ? 'cycleBegun' : 'cycleBegunDue'
  return row.isDone ? 'cycleEnding' : 'cycleEndingUnfinished'
}
