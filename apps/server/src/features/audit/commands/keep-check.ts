import type { ChainProblem, ChainReport } from '@learnt/contract/audit-chain'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { notifyMany } from '../../../platform/notify.ts'

/** Keeps the outcome of a check. Administrators are told of a break once, not after each check that finds it again. */
export async function keepCheck(ctx: Ctx, tx: WriteTx, report: ChainReport): Promise<void> {
  const { rows } = await sql<{ outcome: ChainReport }>`select outcome from audit_checks for update`.execute(tx)
  const known = new Set(rows[0]?.outcome.problems.map(nameOf))
  const check = { checkedAt: ctx.services.clock.now(), upTo: report.upTo, outcome: json(report satisfies ChainReport) }
  await tx
    .insertInto('auditChecks')
    .values(check)
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(check))
    .execute()
  const fresh = report.problems.map(nameOf).filter((name) => !known.has(name))
  if (fresh.length > 0)
    await tellAdministrators(ctx, tx, { problems: report.problemCount, first: fresh.sort()[0] ?? '' })
}

/** A break by where it begins: its end and the times beside it move while the log goes on. */
function nameOf({ kind, from, at, action }: ChainProblem): string {
  return `${kind}:${from ?? `${at}:${action}`}`
}

/** Who may check the log: administrators of the tenant's own team. */
async function tellAdministrators(ctx: Ctx, tx: WriteTx, of: { problems: number; first: string }): Promise<void> {
  const key = `auditBroken:${of.first}:${ctx.services.clock.now().toISOString().slice(0, 10)}`
  await notifyMany(ctx, tx, {
    kind: 'auditBroken',
    atMost: 1000,
    from: sql`
      select m.user_id, m.team_id, ${key}::text as key, '/apps/admin/audit-log'::text as link,
        ${json({ problems: of.problems })}::jsonb as params
      from memberships m
      where m.team_id = ${ctx.actor.tenantId} and m.status = 'active' and m.roles && array['admin', 'superadmin']
      order by m.user_id limit 1000`,
  })
}
