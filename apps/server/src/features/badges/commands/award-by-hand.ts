import { badgeLimits } from '@learnt/contract/badge-design'
import type { badges } from '@learnt/contract/badges'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { type JobOutcome, type ReportProgress, startJob } from '../../../platform/jobs/job.ts'
import { memberCondition, visibleMembers } from '../../reach/queries/visible-members.ts'
import { badgePolicy } from '../policy.ts'
import { insertAwards } from './insert-awards.ts'
import { lock } from './save-badge.ts'
import { tellAwarded } from './tell.ts'

type Body = z.output<typeof badges.award.body>

interface Order extends Record<string, unknown> {
  readonly badgeId: string
  readonly selection: Body['selection']
  readonly note: string
  readonly again: boolean
  /** Stands in every award, so that a job that is begun again gives nobody a second one. */
  readonly key: string
}

interface Awarded {
  readonly awarded: number
  readonly already: number
  readonly jobId: string | null
}

/** Gives a badge to named people, or to all that a filter matches now; to many by a job. */
export async function awardByHand(ctx: Ctx, tx: WriteTx, badgeId: string, body: Body): Promise<Awarded> {
  const badge = await lock(tx, badgeId)
  authorize(ctx.actor, badgePolicy.award, badge)
  const order: Order = { badgeId, ...body, key: `hand:${newId()}` }
  const selected = await listSelected(ctx, tx, order, null, badgeLimits.atOnce + 1)
  await audit(ctx, tx, {
    action: 'badges.award',
    subjectType: 'badge',
    subjectId: badgeId,
    subjectTitle: badge.title,
    after: body,
  })
  if (selected.length > badgeLimits.atOnce) {
    const { jobId } = await startJob(ctx, tx, { kind: 'badges.award', subject: badge.title, input: order })
    return { awarded: 0, already: 0, jobId }
  }
  const awarded = await giveTo(ctx, tx, order, selected)
  return { awarded, already: selected.length - awarded, jobId: null }
}

/** People whom one transaction of the job gives it to. */
const atOnce = 2000

export async function finishAwarding(ctx: Ctx, order: Order, progress: ReportProgress): Promise<JobOutcome> {
  let [people, awarded] = [0, 0]
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const step: { ids: string[]; awarded: number } = await ctx.write(async (tx) => {
      const badge = await lock(tx, order.badgeId)
      authorize(ctx.actor, badgePolicy.award, badge)
      const ids = await listSelected(ctx, tx, order, from, atOnce)
      return { ids, awarded: await giveTo(ctx, tx, order, ids) }
    })
    people += step.ids.length
    awarded += step.awarded
    await progress(people, null)
    if (step.ids.length < atOnce) return { result: { people, awarded } }
    after = step.ids.at(-1) ?? null
  }
}

/** Ids of the people behind the selected memberships, as far as the administrator sees them, in order. */
async function listSelected(
  ctx: Ctx,
  tx: WriteTx,
  { selection }: Order,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const selected: RawBuilder<boolean> =
    selection.by === 'ids' ? sql`m.id = any(${selection.ids}::text[])` : memberCondition(selection.filter)
  const { rows } = await sql<{ userId: string }>`
    select distinct m.user_id from memberships m
    where ${visibleMembers(ctx.actor)} and ${selected} and m.status = 'active' and ${after === null ? sql`true` : sql`m.user_id > ${after}`}
    order by m.user_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.userId)
}

/** The badge is locked: of two who give it at once the second sees who has it. */
async function giveTo(ctx: Ctx, tx: WriteTx, order: Order, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0
  const has = order.again
    ? sql`g.cause_key = ${order.key}`
    : sql`(g.cause_key = ${order.key} or (g.revoked_at is null and (g.expires_at is null or g.expires_at > ${ctx.now})))`
  const { awards } = await insertAwards(ctx, tx, {
    from: sql`
      select b.id as badge_id, b.version_id, null::uuid as rule_id, given.user_id, ${order.key}::text as cause_key, 'hand'::text as kind, null::uuid as assignment_id,
        null::text as document_type, null::uuid as document_id, ''::text as document_title, ''::text as rule_title, b.valid_months,
        ${ctx.actor.userId}::uuid as awarded_by, ${ctx.actor.wholeTenant ? null : ctx.actor.teamId}::text as team_id, ${order.note}::text as note
      from unnest(${userIds}::uuid[]) given(user_id) join badges b on b.id = ${order.badgeId}
      where not exists (select from badge_awards g where g.badge_id = b.id and g.user_id = given.user_id and ${has})`,
  })
  if (awards > 0)
    await tellAwarded(ctx, tx, {
      which: sql`g.cause_key = ${order.key} and g.badge_id = ${order.badgeId} and g.user_id = any(${userIds}::uuid[])`,
      atMost: userIds.length,
    })
  return awards
}
