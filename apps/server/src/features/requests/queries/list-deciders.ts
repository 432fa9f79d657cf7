import type { RequestKind, RequestState } from '@learnt/contract/requests'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { listAdministratorsOf } from '../../accounts/queries.ts'

/** A request as notices tell of it. */
export interface ToldRequest {
  readonly id: string
  readonly kind: RequestKind
  readonly documentType: string
  readonly documentId: string
  readonly title: string
  readonly userId: string
  readonly membershipId: string
  readonly teamId: string
  readonly person: string
  readonly firstName: string
  readonly email: string
  readonly state: RequestState
  readonly sentTo: 'managers' | 'administrators'
  readonly stoodInAt: Date | null
  readonly reason: string
}

/** Somebody whom a notice reaches, in the team of the membership that makes them decide. */
export interface Decider {
  readonly userId: string
  readonly teamId: string
  readonly firstName: string
  readonly email: string
}

export async function findToldRequests(tx: ReadTx, ids: readonly string[]): Promise<ToldRequest[]> {
  const { rows } = await sql<ToldRequest>`
    select r.id, r.kind, r.document_type, r.document_id, d.title, r.user_id, r.membership_id, r.state, r.sent_to, r.stood_in_at, r.reason,
      p.team_id, p.first_name, p.email, rtrim(p.first_name || ' ' || p.last_name) as person
    from requests r join documents d on d.id = r.document_id
    join lateral (
      select m.* from memberships m where m.user_id = r.user_id order by m.status = 'active' desc, m.id = r.membership_id desc, m.is_primary desc limit 1
    ) p on true
    where r.id = any(${ids}::uuid[]) order by r.id`.execute(tx)
  return rows
}

/** Active managers of the membership through which a request was made; never the person. */
export async function listManagersOf(tx: ReadTx, request: Pick<ToldRequest, 'membershipId'>): Promise<Decider[]> {
  const { rows } = await sql<Decider>`
    select distinct on (boss.user_id) boss.user_id, boss.team_id, boss.first_name, boss.email
    from memberships o join memberships boss on boss.user_id::text = any (o.managers) and boss.status = 'active' and 'manager' = any (boss.roles)
    where o.id = ${request.membershipId} and boss.user_id <> o.user_id
    order by boss.user_id, boss.team_id = o.team_id desc limit 200`.execute(tx)
  return rows
}

/** Administrators who decide about a request; never the person. */
export async function listAdministratorsFor(
  tx: ReadTx,
  request: Pick<ToldRequest, 'membershipId' | 'userId'>,
  tenantId: string,
): Promise<Decider[]> {
  const teamId = request.membershipId.slice(request.membershipId.indexOf(':') + 1)
  const found = await listAdministratorsOf(tx, teamId, tenantId)
  return found.filter((one) => one.userId !== request.userId)
}
