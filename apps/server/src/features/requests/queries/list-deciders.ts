import type { RequestKind, RequestState } from '@learnt/contract/requests'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { listAdministratorsOf } from '../../accounts/queries.ts'
import { todayOf } from './deciders.ts'

/** A request as notices tell of it. */
export interface ToldRequest {
  readonly id: string
  readonly kind: RequestKind
  readonly documentType: string | null
  readonly documentId: string | null
  readonly title: string
  readonly userId: string
  readonly membershipId: string
  readonly teamId: string
  readonly person: string
  readonly firstName: string
  readonly email: string
  readonly state: RequestState
  readonly sentTo: 'managers' | 'administrators' | 'people'
  readonly submissionId: string | null
  readonly level: number | null
  readonly stoodInAt: Date | null
  readonly reason: string
}

/** A receiver of a notice, in the team of the membership that makes them decide. */
export interface Decider {
  readonly userId: string
  readonly teamId: string
  readonly firstName: string
  readonly email: string
}

export async function findToldRequests(tx: ReadTx, ids: readonly string[]): Promise<ToldRequest[]> {
  const { rows } = await sql<ToldRequest>`
    select r.id, r.document_type, r.document_id, coalesce(d.title, r.title) as title, r.user_id, r.membership_id, r.kind, r.submission_id, r.level, r.state, r.sent_to, r.stood_in_at, r.reason,
      p.team_id, p.shown_first_name as first_name, p.email, rtrim(p.shown_first_name || ' ' || p.last_name) as person
    from requests r left join documents d on d.id = r.document_id
    join lateral (
      select m.* from memberships m where m.user_id = r.user_id order by m.status = 'active' desc, m.id = r.membership_id desc, m.is_primary desc limit 1
    ) p on true
    where r.id = any(${ids}::uuid[]) order by r.id`.execute(tx)
  return rows
}

/** Active managers of the membership through which a request was made; never the person. */
export async function listManagersOf(tx: ReadTx, request: Pick<ToldRequest, 'membershipId'>): Promise<Decider[]> {
  const { rows } = await sql<Decider>`
    select distinct on (boss.user_id) boss.user_id, boss.team_id, boss.shown_first_name as first_name, boss.email
    from memberships o join memberships boss on boss.user_id::text = any (o.all_managers) and boss.status = 'active' and 'manager' = any (boss.roles)
    where o.id = ${request.membershipId} and boss.user_id <> o.user_id
    order by boss.user_id, boss.team_id = o.team_id desc limit 200`.execute(tx)
  return rows
}

/** Who decides at the level that a request stands at; stand-ins in place of those who are away. */
export async function listNamedDeciders(
  ctx: Pick<Ctx, 'now'>,
  tx: ReadTx,
  request: Pick<ToldRequest, 'id'>,
): Promise<(Decider & { readonly roles: string[] })[]> {
  const { rows } = await sql<Decider & { roles: string[] }>`
    select m.user_id, m.team_id, m.shown_first_name as first_name, m.email, m.roles from (
      select distinct stand_in_of(x.user_id, r.user_id, ${todayOf(ctx)}) as user_id
      from requests r join request_deciders x on x.request_id = r.id and x.level = r.level and x.state = 'open' where r.id = ${request.id}
    ) who join memberships m on m.user_id = who.user_id and m.is_primary and m.status = 'active' order by m.user_id`.execute(
    tx,
  )
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
