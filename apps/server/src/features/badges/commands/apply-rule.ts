import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { JobOutcome, ReportProgress } from '../../../platform/jobs/job.ts'
import { announce, enqueue } from '../../../platform/outbox.ts'
import { findNextRange } from '../../permissions/queries/find-next-range.ts'
import { inRange, type Range } from '../../reach/queries/match-people.ts'
import { awardingColumns, awardingOf, type RuleRow } from '../queries/find-rules.ts'
import { insertAwards, missingAwards } from './insert-awards.ts'
import { tellAwarded } from './tell.ts'

/** People looked at by one transaction. */
const peopleAtOnce = 10_000
/** Longer than any transaction lasts that began before the rule was there and so does not know of it. */
const secondLookMs = 10 * 60_000

interface Applying extends Record<string, unknown> {
  readonly ruleId: string
  readonly revision: number
}

/**
 * The job that awards what people had earned before the rule was saved, some people at a time. It may be begun again: what
 * was written is not written twice. Of many people the notices follow when all awards are there.
 */
export async function applyRule(ctx: Ctx, input: Applying, progress: ReportProgress): Promise<JobOutcome> {
  const { rows } = await ctx.read((tx) =>
    sql<{ people: number }>`select count(distinct user_id)::int as people from memberships`.execute(tx),
  )
  const awards = await applyToAll(ctx, input, (done) => progress(done, rows[0]?.people ?? null))
  return {
    result: { awards },
    together: async (tx) => {
      await finish(tx, input)
      await enqueue(ctx, tx, 'badges.tell', input)
      // A completion may have begun before the rule was there and ended after its person was looked at.
      await enqueue(ctx, tx, 'badges.lookAgain', input, new Date(ctx.now.getTime() + secondLookMs))
    },
  }
}

export async function lookAgain(ctx: Ctx, input: Applying): Promise<void> {
  if ((await applyToAll(ctx, input, async () => {})) > 0) await tellApplied(ctx, input)
}

async function applyToAll(ctx: Ctx, input: Applying, tell: (people: number) => Promise<void>): Promise<number> {
  let [people, awards] = [0, 0]
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const range: Range & { people: number } = await ctx.read((tx) => findNextRange(tx, from, peopleAtOnce))
    const written = await ctx.write((tx) => applyToRange(ctx, tx, input, range))
    // Somebody has saved it anew: that has a job of its own.
    if (written === null) return awards
    people += range.people
    awards += written
    await tell(people)
    if (range.until === null) return awards
    after = range.until
  }
}

/** Null: the rule is gone, rests, or is another one by now. */
async function applyToRange(ctx: Ctx, tx: WriteTx, input: Applying, range: Range): Promise<number | null> {
  const { rows } = await sql<RuleRow>`
    select ${awardingColumns} from badge_rules r join badges b on b.id = r.badge_id
    where r.id = ${input.ruleId} and r.revision = ${input.revision} and r.is_active and b.archived_at is null for share of r`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return null
  await sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(tx)
  const { awards } = await insertAwards(ctx, tx, {
    from: missingAwards([{ rule: awardingOf(row), people: (userId) => inRange(range, userId) }]),
    isMany: true,
  })
  return awards
}

/** What the job was to finish, when it is given up: nobody waits for it any more. */
export async function abandonApplying(tx: WriteTx, input: Applying): Promise<void> {
  await finish(tx, input)
}

async function finish(tx: WriteTx, input: Applying): Promise<void> {
  await sql`
    update badge_rules set applied_revision = greatest(applied_revision, ${input.revision}) where id = ${input.ruleId} and revision = ${input.revision}`.execute(
    tx,
  )
}

/** Awards told by one transaction. */
const toldAtOnce = 5000

/** Tells everybody of the awards of a rule; whoever was told is not told again. */
export async function tellApplied(ctx: Ctx, { ruleId }: Applying): Promise<void> {
  let told = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const from = after
    const { rows } = await ctx.read((tx) =>
      sql<{ id: string }>`
        select g.id from badge_awards g where g.rule_id = ${ruleId} and g.revoked_at is null and g.id > ${from}::uuid order by g.id limit ${toldAtOnce}`.execute(
        tx,
      ),
    )
    const last = rows.at(-1)
    if (!last) break
    told += await ctx.write((tx) =>
      tellAwarded(ctx, tx, { which: sql`g.id = any(${rows.map((row) => row.id)}::uuid[])`, atMost: rows.length }),
    )
    after = last.id
  }
  if (told > 0) await ctx.write((tx) => announce(ctx, tx, { topic: 'me', userId: null, kind: 'badge', id: ruleId }))
}
