import { launchableItems } from '@learnt/contract/package-tree'
import type { ScoStatus } from '@learnt/contract/runtime'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { PlayablePackage } from '../../packages/queries.ts'
import { judgeAttempt } from '../judge.ts'

/**
 * The first attempt at a replacing package continues the last one: takes over the data of its items by their
 * identifiers. Data that the new package lacks stays with the old attempt. Takes nothing from SCORM 1.2 to 2004 or
 * back, since they do not understand each other's data.
 */
export async function takeAlong(
  ctx: Ctx,
  tx: WriteTx,
  of: { fromAttemptId: string; attemptId: string; pack: PlayablePackage },
): Promise<void> {
  const { pack } = of
  const items = launchableItems(pack.organization.items).map((item) => item.id)
  const { rows: scos } = await sql<{
    scoId: string
    status: ScoStatus
    score: number | null
    progressMeasure: number | null
    secondsBefore: number
  }>`
    insert into attempt_scos (
      attempt_id, sco_id, acked_epoch, acked_seq, cmi, status, status_before, score, progress_measure, is_suspended, is_ended,
      visit_epoch, visit, seconds_before, seconds_now, first_opened_at, updated_at)
    select ${of.attemptId}, s.sco_id, 0, 0, s.cmi, s.status, s.status, s.score, s.progress_measure, s.is_suspended, s.is_ended,
      0, 0, s.seconds_before + s.seconds_now, 0, s.first_opened_at, ${ctx.now}
    from attempt_scos s join attempts t on t.id = s.attempt_id join packages p on p.id = t.package_id
    where s.attempt_id = ${of.fromAttemptId} and s.sco_id = any(${items}::text[]) and p.kind = ${pack.kind}
    returning sco_id, status, score, progress_measure, seconds_before`.execute(tx)
  if (scos.length === 0) return
  const byId = new Map(scos.map((sco) => [sco.scoId, sco]))
  const standing = judgeAttempt(pack.organization.items, (id) => byId.get(id))
  const seconds = scos.reduce((sum, sco) => sum + Number(sco.secondsBefore), 0)
  await sql`
    update attempts t set state = ${standing.state}, progress = ${standing.progress}, score = ${standing.score}, seconds = ${seconds},
      -- The time is in the reports already.
      seconds_reported = ${Math.floor(seconds)},
      current_sco = case when before.current_sco = any(${items}::text[]) then before.current_sco end,
      is_suspended = coalesce(before.is_suspended and before.current_sco = any(${items}::text[]), false)
    from attempts before where t.id = ${of.attemptId} and before.id = ${of.fromAttemptId}`.execute(tx)
}
