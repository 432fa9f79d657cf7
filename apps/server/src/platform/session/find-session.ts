import { sql } from 'kysely'
import { type Actor, makeActor } from '../actor.ts'
import type { Services } from '../context.ts'
import { mintTenantId } from '../tenant/tenant-id.ts'
import { hashToken } from './token.ts'

export interface OpenSession {
  readonly id: string
  readonly actor: Actor
  readonly email: string
  /** The method by which the person signed in: `password`. */
  readonly provenBy: string
  readonly persists: boolean
  readonly createdAt: Date
  /** When acting as somebody else ends by itself. */
  readonly actingUntil: Date | null
}

interface SessionView {
  id: string
  userId: string
  tenantId: string
  teamId: string
  status: string
  roles: string[]
  tenantStatus: string
  teamStatus: string
  email: string | null
  provenBy: string
  persists: boolean
  createdAt: Date
  actingId: string | null
  impersonatorId: string | null
  impersonatorTeamId: string | null
  actingWrites: boolean | null
  actingUntil: Date | null
}

/**
 * The open session of a token with the membership as it is now; null when anything about it no longer holds. One statement.
 * `used`: the person did something. Where the tenant ends sessions that nobody uses, what a page asks by itself keeps none open.
 */
export async function findSession(
  services: Services,
  token: string | null,
  { used = false }: { used?: boolean } = {},
): Promise<OpenSession | null> {
  if (token === null || token.length < 40) return null
  const { rows } = await services.db.control((tx) =>
    sql<SessionView>`select * from control.check_session(${hashToken(token)}, ${services.clock.now()}, ${used})`.execute(
      tx,
    ),
  )
  const row = rows[0]
  if (row?.status !== 'active' || row.tenantStatus !== 'active' || row.teamStatus !== 'active') return null
  return {
    id: row.id,
    actor: makeActor({
      userId: row.userId,
      teamId: row.teamId,
      tenantId: mintTenantId(row.tenantId),
      roles: row.roles,
      sessionId: row.id,
      impersonator: impersonatorOf(row),
    }),
    email: row.email ?? '',
    provenBy: row.provenBy,
    persists: row.persists,
    createdAt: row.createdAt,
    actingUntil: row.actingUntil,
  }
}

function impersonatorOf({ actingId, impersonatorId, impersonatorTeamId, actingWrites }: SessionView) {
  if (actingId === null || impersonatorId === null || impersonatorTeamId === null) return null
  return { userId: impersonatorId, teamId: impersonatorTeamId, actingId, writes: actingWrites === true }
}
