import type { AuditAction } from '@learnt/contract/audit-actions'
import type { HandlerInput } from '@learnt/contract/endpoint'
import {
  completed,
  itemsOf,
  type NavigationRow,
  type navigation,
  navigationFaults,
  rowsOf,
  standardRows,
} from '@learnt/contract/navigation'
import { sql } from 'kysely'
import { contextInside, recordAtHome } from '../../platform/act-in-tenant.ts'
import { audit, findLastChange } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { json, type WriteTx } from '../../platform/db/database.ts'
import { announce } from '../../platform/outbox.ts'
import { invalid, notFound, stale } from '../../platform/problem.ts'
import { lockLooks, type TeamLook } from '../themes/queries.ts'
import { readNavigation } from './present.ts'

type Sent = HandlerInput<typeof navigation.save>['body']
type AvailableChange = HandlerInput<typeof navigation.setAvailable>['body']

/**
 * Saves a team's navigation: words, icons, order, what is switched on, its own links and groups. What the platform made
 * unavailable stays so, and no entry of the product is ever lost: one that is not sent is kept, switched off.
 */
export async function saveNavigation(
  ctx: Ctx,
  team: Pick<TeamLook, 'id'>,
  { rows, revision }: Sent,
): Promise<TeamLook> {
  const faults = navigationFaults(rows)
  if (faults.length > 0)
    throw invalid(Object.fromEntries(faults.map(({ index, field, key }) => [`body.rows.${index}.${field}`, key])))
  return change(ctx, team.id, revision, (before) => {
    const available = new Map(before.map((row) => [row.id, row.available]))
    const kept = rows.map((row): NavigationRow => ({ ...row, available: available.get(row.id) ?? true }))
    return completed(kept).map((row) => ({ ...row, available: available.get(row.id) ?? true }))
  })
}

/** The product's own navigation again, less what is not available. */
export async function resetNavigation(ctx: Ctx, team: Pick<TeamLook, 'id'>, revision: number): Promise<TeamLook> {
  return change(ctx, team.id, revision, (before) => {
    const available = new Map(before.map((row) => [row.id, row.available]))
    return standardRows().map((row) => ({ ...row, available: available.get(row.id) ?? true }))
  })
}

/**
 * What teams of a tenant may have in their navigation. Logged in that tenant and in the actor's own. Changes only the
 * named entries, so two people who change different ones do not undo each other.
 */
export async function setAvailable(ctx: Ctx, tenantId: string, { teamIds, available }: AvailableChange): Promise<void> {
  const inside = await contextInside(ctx, tenantId)
  const changes = new Map(Object.entries(available))
  await inside.write(async (tx) => {
    const looks = await lockLooks(tx, teamIds)
    const ours = new Set(looks.map((look) => look.id))
    const unknown = teamIds.findIndex((id) => !ours.has(id))
    if (unknown >= 0) throw invalid({ [`body.teamIds.${unknown}`]: 'unknownTeam' })
    for (const look of looks) {
      const rows = rowsOf(readNavigation(look.sideNavigation))
      if (!rows.some((row) => changes.has(row.id) && changes.get(row.id) !== row.available)) continue
      await store(
        tx,
        inside,
        look,
        rows.map((row) => ({ ...row, available: changes.get(row.id) ?? row.available })),
        { action: 'navigation.setAvailable', after: available },
      )
    }
  })
  await recordAtHome(ctx, inside, {
    action: 'navigation.setAvailable',
    subjectType: 'tenant',
    subjectId: tenantId,
    after: { teamIds, available },
  })
}

async function change(
  ctx: Ctx,
  teamId: string,
  revision: number,
  next: (before: NavigationRow[]) => NavigationRow[],
): Promise<TeamLook> {
  return ctx.write(async (tx) => {
    const [before] = await lockLooks(tx, [teamId])
    if (!before) throw notFound()
    if (before.navigationRevision !== revision)
      throw stale(await findLastChange(tx, { subjectId: teamId, verbs: 'navigation.' }))
    const stored = readNavigation(before.sideNavigation)
    return store(tx, ctx, before, next(rowsOf(stored)), { action: 'navigation.save', before: stored })
  })
}

async function store(
  tx: WriteTx,
  ctx: Ctx,
  look: TeamLook,
  rows: readonly NavigationRow[],
  fact: { action: AuditAction; before?: unknown; after?: unknown },
): Promise<TeamLook> {
  const items = itemsOf(rows)
  const [saved] = await Promise.all([
    sql<{ revision: number }>`
      select control.save_navigation(${look.id}, ${items === null ? null : json(items)}::jsonb, ${ctx.now}) as revision`.execute(
      tx,
    ),
    audit(ctx, tx, { subjectType: 'team', subjectId: look.id, subjectTitle: look.displayName, after: items, ...fact }),
    announce(ctx, tx, { topic: 'me', userId: null, kind: 'team', id: look.id }),
  ])
  return { ...look, sideNavigation: items, navigationRevision: saved.rows[0]?.revision ?? look.navigationRevision + 1 }
}
