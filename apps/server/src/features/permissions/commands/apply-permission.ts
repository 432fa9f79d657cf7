import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Row, WriteTx } from '../../../platform/db/database.ts'
import { planAnew } from '../../../platform/db/plan-anew.ts'
import { newId } from '../../../platform/ids.ts'
import { type JobOutcome, type ReportProgress, startJob } from '../../../platform/jobs/job.ts'
import { ruleCondition } from '../../reach/queries/match-people.ts'
import { findNextRange } from '../queries/find-next-range.ts'
import { readWhole } from '../queries/read-rule.ts'
import { type Applicable, applyRule, countChanges, countPeople } from './apply-rule.ts'
import { lockRules } from './lock-rules.ts'
import { tell } from './tell.ts'

/** Changed rows that a request writes itself; more of them are a job's. */
export const rowsAtOnce = 5000
/** People that one transaction of the job looks at. */
const peopleAtOnce = 10_000

/**
 * Lets a saved permission count. Few changes are written here; with many the permission is marked as being applied, so
 * that readers do their own part, and a job writes the rows. Whether they may be many is asked with a bound, so that
 * nobody waits while everybody is looked at. The rules' lock must be held alone since before the save.
 */
export async function applyPermission(ctx: Ctx, tx: WriteTx, row: Row<'permissions'>, subject: string): Promise<void> {
  const permission = await readWhole(tx, row)
  const { sign, steps, matched, isWhole } = await measure(tx, permission)
  if (isWhole) return
  const atOnce = Math.floor(rowsAtOnce / (1 + steps))
  if (matched <= atOnce && row.people <= atOnce) {
    const changes = row.people === 0 ? matched : await countChanges(tx, permission)
    if (changes <= atOnce) {
      await planAnew(tx, changes * (1 + steps))
      const applied = changes === 0 && row.people > 0 ? { people: [] } : await applyRule(ctx, tx, permission)
      await countPeople(tx, row.id)
      await tx
        .updateTable('permissions')
        .set({ isApplying: false, applyFailed: false, applyingToken: null, appliedSign: sign })
        .where('id', '=', row.id)
        .execute()
      await tell(ctx, tx, [row.documentId], applied.people)
      return
    }
  }
  const token = newId()
  await tx
    .updateTable('permissions')
    .set({ isApplying: true, applyFailed: false, applyingToken: token, appliedSign: null })
    .where('id', '=', row.id)
    .execute()
  const input = { permissionId: row.id, token, sign }
  await startJob(ctx, tx, { kind: 'permissions.apply', subject, input, total: null })
  await tell(ctx, tx, [row.documentId], [])
}

/** The job: range after range, each a transaction of its own that begins with the permission as it is then. */
export async function finishApplying(
  ctx: Ctx,
  input: { permissionId: string; token: string; sign?: string },
  progress: ReportProgress,
): Promise<JobOutcome> {
  const { total } = await ctx.read((tx) =>
    tx
      .selectFrom('memberships')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('isPrimary', '=', true)
      .executeTakeFirstOrThrow(),
  )
  let after: string | null = null
  let [done, gained, lost] = [0, 0, 0]
  for (;;) {
    const step: { overtaken: boolean; until: string | null; people: number; gained: number; lost: number } =
      await ctx.write(async (tx) => {
        await lockRules(tx, 'alone')
        const row = await tx
          .selectFrom('permissions')
          .selectAll()
          .where('id', '=', input.permissionId)
          .executeTakeFirst()
        if (!row || row.applyingToken !== input.token)
          return { overtaken: true, until: null, people: 0, gained: 0, lost: 0 }
        // Tried again after it was given up: readers do their part again meanwhile.
        if (!row.isApplying)
          await tx
            .updateTable('permissions')
            .set({ isApplying: true, applyFailed: false })
            .where('id', '=', row.id)
            .execute()
        const steps = await countSteps(tx, row.documentId)
        const range = await findNextRange(tx, after, Math.max(500, Math.floor(peopleAtOnce / (1 + steps))))
        await planAnew(tx, range.people * (1 + steps))
        const applied = await applyRule(ctx, tx, await readWhole(tx, row), range)
        if (range.until === null) {
          await countPeople(tx, row.id)
          await tx
            .updateTable('permissions')
            .set({ isApplying: false, applyingToken: null, appliedSign: input.sign ?? null })
            .where('id', '=', row.id)
            .execute()
          await tell(ctx, tx, [row.documentId], [])
        }
        return {
          overtaken: false,
          until: range.until,
          people: range.people,
          gained: applied.gained,
          lost: applied.lost,
        }
      })
    done += step.people
    gained += step.gained
    lost += step.lost
    // A later save has a job of its own and does this one's work as well.
    if (step.overtaken) return { result: { gained, lost, overtaken: true } }
    await progress(Math.min(done, total), total)
    if (step.until === null) return { result: { gained, lost, overtaken: false } }
    after = step.until
  }
}

/** The job is over without having done it: shown at the permission, and no reader does its part any more. */
export async function abandonApplying(tx: WriteTx, input: { permissionId: string; token: string }): Promise<void> {
  await tx
    .updateTable('permissions')
    // The token stays, for the same job tried again.
    .set({ isApplying: false, applyFailed: true })
    .where('id', '=', input.permissionId)
    .where('applyingToken', '=', input.token)
    .where('isApplying', '=', true)
    .execute()
}

/**
 * What a permission says, as a sign that is another when anything that rows depend on is; the steps of a container that
 * each person is given as well; and how many memberships the rule matches, counted no further than matters. `isWhole`:
 * there is nothing to do, and nobody was counted.
 */
async function measure(
  tx: WriteTx,
  permission: Applicable,
): Promise<{ sign: string; steps: number; matched: number; isWhole: boolean }> {
  const isActive = permission.status === 'active'
  const [{ rows }, steps] = await Promise.all([
    // People are followed one by one as they change: what was given whole by the same words is whole.
    sql<{ sign: string; matched: number; isWhole: boolean }>`
      select p.sign, p.is_whole, case when p.is_whole then 0 else (
        select count(*)::int from (
          select from memberships m where ${isActive} and m.status = 'active' and ${ruleCondition(permission.rule)} limit ${rowsAtOnce + 1}
        ) matched) end as matched
      from (
        select s.sign, coalesce(p.applied_sign = s.sign, false) and not p.is_applying and not p.apply_failed as is_whole
        from permissions p cross join lateral (
          select md5(concat_ws(' ', p.status, p.is_optional, p.request_to is not null, p.due, control.zone_of_tenant(), p.rule,
            (select string_agg(a.id || ':' || a.revision, ' ' order by a.id) from audiences a where a.id = any(p.audience_ids)))) as sign
        ) s where p.id = ${permission.id}
      ) p`.execute(tx),
    countSteps(tx, permission.documentId),
  ])
  const found = rows[0]
  if (!found) throw new Error('A permission that is not stored')
  return { ...found, steps }
}

/** Steps that each person of a container is given as well. */
async function countSteps(tx: WriteTx, documentId: string): Promise<number> {
  const { rows } = await sql<{ steps: number }>`
    select count(*)::int as steps
    from documents d join document_steps s on s.version_id = d.published_version_id where d.id = ${documentId}`.execute(
    tx,
  )
  return rows[0]?.steps ?? 0
}
