import { sql } from 'kysely'
import { type Actor, makeActor } from '../actor.ts'
import type { Services } from '../context.ts'
import { mintTenantId } from '../tenant-id.ts'
import { hashAccessToken, hashToken } from './token.ts'

export interface OpenSession {
  readonly id: string
  readonly actor: Actor
  readonly email: string
  /** The method by which the person signed in: `password`. */
  readonly provenBy: string
  readonly persists: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
  /** When acting as somebody else ends by itself. */
  readonly actingUntil: Date | null
  /** When it ends unless it is used before; null: never for that. */
  readonly idleAt: Date | null
  /** The tenant is suspended: a superadministrator looks at it, and changes nothing of it. */
  readonly onlyLooks: boolean
  /** A role of the person asks for a second factor that this session has not shown: it opens the step, and nothing else. */
  readonly owesFactor: boolean
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
  expiresAt: Date
  actingId: string | null
  impersonatorId: string | null
  impersonatorTeamId: string | null
  actingWrites: boolean | null
  actingUntil: Date | null
  owesFactor: boolean | null
  idleAt: Date | null
}

/**
 * The open session of a token, with its membership as it is now; null if any of it no longer holds. One statement.
 * `bearer`: an access token, not a cookie. `used`: the person did something; requests by the page itself keep no
 * session open. `mayOwe`: also answers one that owes a second factor.
 */
export async function findSession(
  services: Services,
  token: string | null,
  { used = false, bearer = false, mayOwe = false }: { used?: boolean; bearer?: boolean; mayOwe?: boolean } = {},
): Promise<OpenSession | null> {
  if (token === null || token.length < 40) return null
  const { rows } = await services.db.control((tx) =>
    sql<SessionView>`select * from control.check_session(${bearer ? hashAccessToken(token) : hashToken(token)}, ${services.clock.now()}, ${used})`.execute(
      tx,
    ),
  )
  return rows[0] ? openSessionOf(rows[0], mayOwe) : null
}

export interface CheckedSession {
  readonly session: OpenSession | null
  /** What rights depend on: the same sign, the same rights. Null without a session. */
  readonly sign: string | null
}

/**
 * The same for many tokens in one statement: only those whose sign has changed, by token. Most rights stay the same all
 * day, and then no rows travel.
 */
export async function findChangedSessions(
  services: Services,
  known: readonly { readonly token: string; readonly sign: string | null }[],
): Promise<Map<string, CheckedSession>> {
  const hashes = known.map(({ token }) => hashToken(token).toString('hex'))
  const { rows } = await services.db.control((tx) =>
    sql<SessionView & { place: number; sign: string | null }>`
      select asked.place::int, s.sign, (s.view).* from unnest(${hashes}::text[], ${known.map(({ sign }) => sign)}::text[]) with ordinality asked(hash, sign, place)
      left join lateral (
        select v as view, (v.user_id, v.tenant_id, v.team_id, v.status, v.roles, v.tenant_status, v.team_status,
          v.acting_id, v.impersonator_id, v.impersonator_team_id, v.acting_writes, v.owes_factor)::text as sign
        from control.check_session(decode(asked.hash, 'hex'), ${services.clock.now()}, false) v
      ) s on true
      where s.sign is null or s.sign is distinct from asked.sign`.execute(tx),
  )
  const found = new Map<string, CheckedSession>()
  for (const { place, sign, ...row } of rows) {
    const token = known[place - 1]?.token
    if (token !== undefined) found.set(token, { sign, session: sign === null ? null : openSessionOf(row, false) })
  }
  return found
}

function openSessionOf(row: SessionView, mayOwe: boolean): OpenSession | null {
  if (row.status !== 'active' || row.teamStatus !== 'active') return null
  if (row.owesFactor === true && !mayOwe) return null
  const onlyLooks = row.tenantStatus === 'suspended' && row.roles.includes('superadmin')
  if (row.tenantStatus !== 'active' && !onlyLooks) return null
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
    expiresAt: row.expiresAt,
    actingUntil: row.actingUntil,
    idleAt: row.idleAt,
    onlyLooks,
    owesFactor: row.owesFactor === true,
  }
}

function impersonatorOf({ actingId, impersonatorId, impersonatorTeamId, actingWrites }: SessionView) {
  if (actingId === null || impersonatorId === null || impersonatorTeamId === null) return null
  return { userId: impersonatorId, teamId: impersonatorTeamId, actingId, writes: actingWrites === true }
}
