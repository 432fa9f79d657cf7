import { type RawBuilder, sql } from 'kysely'
import { actInTenant } from '../../../platform/act-in-tenant.ts'
import type { AuditFact } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { dropWaitingMails, releaseMails } from '../../../platform/mail/send-mail.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { announceEnded } from '../../members/commands/put-directory.ts'
import type { StoredTenant } from '../queries.ts'

/** Nobody gets in any more, and the sessions end; superadministrators may still look. */
export async function suspendTenant(ctx: Ctx, tenant: StoredTenant, reason: string): Promise<void> {
  await change(ctx, tenant, {
    action: 'tenants.suspend',
    by: sql`select control.suspend_tenant(${reason}, ${ctx.now}) as done`,
    wrong: 'tenants.notOpen',
    sparing: true,
    after: { reason },
  })
}

export async function resumeTenant(ctx: Ctx, tenant: StoredTenant): Promise<void> {
  await change(ctx, tenant, {
    action: 'tenants.resume',
    by: sql`select control.resume_tenant(${ctx.now}) as done`,
    wrong: 'tenants.notSuspended',
    besides: releaseMails,
    after: { reason: tenant.suspendedReason },
  })
}

/** Closed for everybody at once; the round removes it when the days of grace are over. */
export async function deleteTenant(ctx: Ctx, tenant: StoredTenant): Promise<void> {
  await change(ctx, tenant, {
    action: 'tenants.remove',
    by: sql`select control.delete_tenant(${ctx.actor.tenantId}, ${ctx.now}) as done`,
    wrong: 'tenants.deletedAlready',
    sparing: false,
    besides: (_inside, tx) => dropWaitingMails(tx),
    after: { people: tenant.people, teams: tenant.teams.length },
  })
}

/** It is again what it was before, also suspended. */
export async function restoreTenant(ctx: Ctx, tenant: StoredTenant): Promise<void> {
  await change(ctx, tenant, {
    action: 'tenants.restore',
    by: sql`select control.restore_deleted_tenant(${ctx.now}) as done`,
    wrong: 'tenants.tooLate',
    besides: releaseMails,
    after: { deletedAt: tenant.deletedAt?.toISOString() ?? null },
  })
}

/** `sparing`: sessions end; whether those of superadministrators go on. */
async function change(
  ctx: Ctx,
  tenant: StoredTenant,
  of: {
    action: AuditFact['action']
    by: RawBuilder<unknown>
    wrong: string
    sparing?: boolean
    besides?: (inside: Ctx, tx: WriteTx) => Promise<void>
    after: unknown
  },
): Promise<void> {
  await actInTenant(ctx, tenant.id, async (tx, inside) => {
    const { rows } = await of.by.execute(tx)
    // Twice at once: the other one was first.
    if (!(rows[0] as { done: boolean } | undefined)?.done)
      throw new ProblemError('wrong-state', { detail: `reason.${of.wrong}` })
    if (of.sparing !== undefined) await endSessionsHere(inside, tx, null, of.sparing)
    await of.besides?.(inside, tx)
    const fact: AuditFact = {
      action: of.action,
      subjectType: 'tenant',
      subjectId: tenant.id,
      subjectTitle: tenant.name,
      before: { status: tenant.status },
      after: of.after,
    }
    return { result: undefined, fact }
  })
}

/** Ends the sessions in the bound tenant or in one of its teams, and tells the browsers. */
export async function endSessionsHere(ctx: Ctx, tx: WriteTx, teamId: string | null, spared: boolean): Promise<void> {
  const { rows } = await sql<{ sessionId: string; userId: string }>`
    select * from control.end_sessions_here(${teamId}, ${spared}, ${ctx.now})`.execute(tx)
  await announceEnded(ctx, tx, rows)
}
