import { sql } from 'kysely'
import {
  compareRollups,
  type RollupDifferences,
  recountRollups,
} from '../src/features/assignments/commands/recount-rollups.ts'
import { readSettings } from '../src/platform/env.ts'
import { mintTenantId } from '../src/platform/tenant-id.ts'
import { prepareGround } from '../src/start.ts'

/** A step that the server confirmed as done. */
export interface AcknowledgedStep {
  readonly userId: string
  readonly courseId: string
  readonly activityId: string
}

export interface ReportProof {
  /** Waits until no work is left; returns what still waits. */
  drain(patienceMs: number): Promise<Record<string, number> | null>
  /** Rows of each rollup that differ from a count of the assignments. */
  differences(): Promise<RollupDifferences>
  /** Rebuilds the rollups. */
  recount(): Promise<void>
  /** How many of these steps are not stored as done. */
  countLost(steps: readonly AcknowledgedStep[]): Promise<number>
  sizes(): Promise<{ assignments: number; progress: number; statements: number }>
  close(): Promise<void>
}

/** Checks the database beside the running server. */
export async function openReportProof(settings: Record<string, string>): Promise<ReportProof> {
  const ground = await prepareGround({
    say: () => {},
    ifRunning: 'join',
    settings: readSettings({ ...settings, LOG_LEVEL: 'silent' }),
  })
  const tenantId = mintTenantId('learnt')
  const tenant = ground.services.db.tenant(tenantId)
  const first = async <T>(query: ReturnType<typeof sql<T>>) =>
    (await tenant.read((tx) => query.execute(tx))).rows[0] as T
  const waiting = () =>
    first<Record<string, number>>(sql`
      select (select count(*)::int from outbox where run_at <= now()) as outbox,
        (select count(*)::int from jobs where state in ('waiting', 'running')) as jobs,
        (select count(*)::int from progress_deltas) as deltas`)
  return {
    async drain(patienceMs) {
      const began = Date.now()
      for (;;) {
        const left = await waiting()
        if (Object.values(left).every((count) => count === 0)) return null
        if (Date.now() - began > patienceMs) return left
        await new Promise((resume) => setTimeout(resume, 100))
      }
    },
    differences: () => tenant.read(compareRollups, { statementTimeout: 120_000 }),
    recount: () => recountRollups(ground.services, tenantId),
    async countLost(steps) {
      const of = (name: keyof AcknowledgedStep) => steps.map((step) => step[name])
      const { lost } = await first<{ lost: number }>(sql`
        select count(*)::int as lost
        from unnest(${of('userId')}::uuid[], ${of('courseId')}::uuid[], ${of('activityId')}::uuid[]) told(user_id, course_id, activity_id)
        where not exists (
          select from assignments a join activity_progress p on p.tenant_id = a.tenant_id and p.assignment_id = a.id
          where a.user_id = told.user_id and a.document_id = told.course_id and p.activity_id = told.activity_id
            and p.state in ('completed', 'passed'))`)
      return lost
    },
    sizes: () =>
      first(sql`
        select (select count(*)::int from assignments) as assignments, (select count(*)::int from activity_progress) as progress,
          (select count(*)::int from statements) as statements`),
    close: () => ground.stop(),
  }
}
