import type { Role } from '@learnt/contract/roles'
import type { MembershipStatus } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Services } from '../../src/platform/context.ts'
import type { NewRow } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { hashToken, makeToken } from '../../src/platform/session/token.ts'
import { putCalendar } from '../../src/platform/tenant/calendar.ts'
import { mintTenantId, type TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'
import { asOwner } from '../db.ts'

export interface GivenPerson {
  readonly userId: string
  readonly membershipId: string
  readonly tenantId: TenantId
  readonly teamId: string
  readonly email: string
  /** The token of an open session. */
  readonly token: string
}

export interface GivenTenant {
  readonly tenantId: TenantId
  /** The team with the tenant's id, whose administrators see the whole tenant. */
  readonly teamId: string
  readonly admin: GivenPerson
}

let made = 0

/** A new tenant with a team and an administrator. */
export async function givenTenant(app: TestApp, of: { settings?: Record<string, unknown> } = {}): Promise<GivenTenant> {
  const id = `t${process.pid.toString(36)}${Date.now().toString(36)}${(++made).toString(36)}`
  const { services } = app
  const tenantId = mintTenantId(id)
  const now = services.clock.now()
  await services.db.control(async (tx) => {
    await sql`select control.create_tenant(${id}, ${`Tenant ${made}`}, ${JSON.stringify(of.settings ?? {})}::jsonb, ${now})`.execute(
      tx,
    )
    await sql`select control.put_team(${id}, ${id}, ${JSON.stringify({ displayName: `Team ${made}` })}::jsonb, ${services.clock.now()})`.execute(
      tx,
    )
  })
  await services.db.tenant(tenantId).write((tx) => putCalendar(tx, { settings: of.settings ?? {}, createdAt: now }))
  const tenant = { tenantId, teamId: id }
  return { ...tenant, admin: await givenPerson(app, tenant, { roles: ['admin'], firstName: 'Ada', lastName: 'Admin' }) }
}

/** A further team of a tenant. */
export async function givenTeam(app: TestApp, tenant: Pick<GivenTenant, 'tenantId'>): Promise<string> {
  const id = `${tenant.tenantId}-${(++made).toString(36)}`
  await app.services.db.control((tx) =>
    sql`select control.put_team(${id}, ${tenant.tenantId}, ${JSON.stringify({ displayName: `Team ${made}` })}::jsonb, ${app.services.clock.now()})`.execute(
      tx,
    ),
  )
  return id
}

/** The account's address is proved, as after a mailed link. */
export async function prove(...people: Pick<GivenPerson, 'userId'>[]): Promise<void> {
  await asOwner((client) =>
    client.query('update control.users set is_email_verified = true where id = any ($1)', [
      people.map((one) => one.userId),
    ]),
  )
}

type Fields = Partial<Omit<NewRow<'memberships'>, 'id' | 'userId' | 'teamId' | 'tenantId' | 'roles' | 'status'>>

/** A person with a membership and an open session. */
export async function givenPerson(
  app: TestApp,
  tenant: { tenantId: TenantId; teamId: string },
  of: Fields & { roles?: Role[]; status?: MembershipStatus; teamId?: string; userId?: string } = {},
): Promise<GivenPerson> {
  const { services } = app
  const { roles = ['learner'], status = 'active', teamId = tenant.teamId, userId = newId(), ...fields } = of
  const email = fields.email ?? `person${++made}-${userId.slice(-6)}@example.test`
  const firstName = fields.firstName ?? 'Pat'
  const lastName = fields.lastName ?? `Person${made}`
  const now = services.clock.now()
  const token = status === 'active' ? makeToken() : ''
  // One transaction, with independent statements sent together, because most tests begin with several people.
  await services.db.tenant(tenant.tenantId).write(async (tx) => {
    const made =
      sql`select control.find_or_create_user(${userId}, ${email}, ${firstName}, ${lastName}, ${now})`.execute(tx)
    const member = tx
      .insertInto('memberships')
      .values({
        ...fields,
        id: `${userId}:${teamId}`,
        userId,
        teamId,
        email,
        firstName,
        lastName,
        status,
        roles,
        isPrimary: sql<boolean>`not exists (select from memberships where user_id = ${userId})`,
      })
      .execute()
    const managers = ((fields.managers as string[] | undefined) ?? []).map((managerId) =>
      tx.insertInto('managerRelations').values({ managerId, userId }).execute(),
    )
    const directory =
      sql`select control.put_directory(${userId}, ${teamId}, ${status}, ${roles}, ${fields.username ?? ''}, ${now})`.execute(
        tx,
      )
    const session =
      token === '' ? null : openSession(token, { userId, tenantId: tenant.tenantId, teamId }, now).execute(tx)
    await Promise.all([made, member, ...managers, directory, session])
  })
  return { userId, membershipId: `${userId}:${teamId}`, tenantId: tenant.tenantId, teamId, email, token }
}

/** One more open session of the person. */
export async function givenSession(
  services: Services,
  of: { userId: string; tenantId: string; teamId: string },
): Promise<string> {
  const token = makeToken()
  await services.db.control((tx) => openSession(token, of, services.clock.now()).execute(tx))
  return token
}

function openSession(token: string, of: { userId: string; tenantId: string; teamId: string }, now: Date) {
  return sql`select control.open_session(${newId()}, ${hashToken(token)}, ${of.userId}, ${of.tenantId}, ${of.teamId}, 'password', false, 'test', '127.0.0.1', ${now}, ${new Date(now.getTime() + 86_400_000)})`
}

export const stranger = { token: null }
