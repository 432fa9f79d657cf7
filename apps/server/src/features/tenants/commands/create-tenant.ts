import type { tenants } from '@learnt/contract/administration'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { defaultTenantId, isEmail } from '@learnt/contract/measures'
import type { Role } from '@learnt/contract/roles'
import { fullName, tidyAddress } from '@learnt/contract/text'
import { sql } from 'kysely'
import { contextInside, recordAtHome } from '../../../platform/act-in-tenant.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, Services } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newPersonId } from '../../../platform/ids.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { invalid } from '../../../platform/problem.ts'
import { hashPassword } from '../../../platform/session/password.ts'
import { refuseWeakPassword } from '../../../platform/session/password-rules.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { putCalendar } from '../../../platform/tenant/calendar.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { changeMemberships } from '../../members/commands/change-memberships.ts'
import { checkEntersAsSuperadmin } from '../../members/commands/check-member.ts'
import { insertMemberships } from '../../members/commands/insert-memberships.ts'
import { listTeamsOfTenant } from '../../teams/queries.ts'
import { tenantPresets } from '../presets.ts'

export type NewTenant = HandlerInput<typeof tenants.create>['body']

export interface NewAdministrator {
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  /** Lower case. */
  readonly email: string
  /** Used only when the person has no way to sign in yet and belongs to no other tenant. */
  readonly passwordHash: string
  readonly roles: readonly Role[]
}

/**
 * Makes a tenant with its first team (of the same id) and its first administrator, in one transaction. Whoever holds the
 * address already keeps name and password: the person is one, and only the membership is new.
 */
export async function createTenant(ctx: Ctx, of: NewTenant): Promise<{ isPasswordSet: boolean }> {
  const { administrator } = of
  const email = tidyAddress(administrator.email)
  if (!isEmail(email)) throw invalid({ 'body.administrator.email': 'email' })
  const config = readTenantConfig(settingsOf(of))
  refuseWeakPassword(
    config.passwordRules,
    administrator.password,
    [administrator.firstName, administrator.lastName, email],
    'body.administrator.password',
    ctx.t,
  )
  const person = {
    ...administrator,
    email,
    userId: newPersonId(),
    passwordHash: await hashPassword(administrator.password),
    roles: ['admin'] as const,
  }

  const inside = await contextInside(ctx, of.id)
  const { isPasswordSet } = await inside.write(async (tx) => {
    if (!(await ensureTenant(inside, tx, of))) throw invalid({ 'body.id': 'tenantTaken' })
    const added = await addAdministrator(inside, tx, { tenantId: of.id, teamId: of.id, person })
    await queueMail(inside, tx, {
      kind: 'administrator',
      to: email,
      userId: added.userId,
      teamId: of.id,
      values: { name: administrator.firstName, tenant: of.name },
      path: '/login',
    })
    // Somebody who is known elsewhere may have nothing yet that lets them in here.
    if (!added.isPasswordSet)
      await enqueue(inside, tx, 'users.mailInvitation', { userId: added.userId, teamId: of.id, onlyLink: true })
    return added
  })
  // The new tenant's own log begins with it; a superadministrator's own tenant hears of it as well.
  await recordAtHome(ctx, inside, {
    action: 'tenants.create',
    subjectType: 'tenant',
    subjectId: of.id,
    subjectTitle: of.name,
    after: { name: of.name, administrator: email },
  })
  return { isPasswordSet }
}

/** For the command line: an administrator of a team that is there, or of the default tenant, which is made when missing. */
export async function createAdministrator(
  services: Services,
  of: {
    tenantId: string
    teamId: string
    firstName: string
    lastName: string
    email: string
    password: string
    roles: readonly Role[]
  },
): Promise<{ isPasswordSet: boolean }> {
  const ctx = systemContext(services, of.tenantId, { requestId: 'cli' })
  const email = tidyAddress(of.email)
  if (!isEmail(email)) throw invalid({ 'body.email': 'email' })
  const { rows } = await ctx.read((tx) =>
    sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx),
  )
  refuseWeakPassword(
    readTenantConfig(rows[0]?.settings).passwordRules,
    of.password,
    [of.firstName, of.lastName, email],
    'body.password',
    ctx.t,
  )
  const person = { ...of, email, userId: newPersonId(), passwordHash: await hashPassword(of.password) }
  return ctx.write(async (tx) => {
    if (of.tenantId === defaultTenantId) await ensureTenant(ctx, tx, { id: defaultTenantId, name: 'Learnt' })
    const teams = await listTeamsOfTenant(tx)
    if (!teams.some((team) => team.id === of.teamId)) throw invalid({ 'body.teamId': 'unknownTeam' })
    const added = await addAdministrator(ctx, tx, { tenantId: of.tenantId, teamId: of.teamId, person })
    // As of the first start: the operator alone has chosen the password, and vouches for the address.
    if (added.isPasswordSet && of.roles.includes('superadmin'))
      await sql`
        select control.take_over_unproved(${added.userId}, ${email}), control.prove_address(${added.userId}, ${email}, ${ctx.now})`.execute(
        tx,
      )
    return added
  })
}

/** Makes a tenant and its first team, with what a preset of that id says; false when there is one. */
export async function ensureTenant(
  ctx: Ctx,
  tx: WriteTx,
  of: { id: string; name: string; explicitWording?: boolean | undefined },
): Promise<boolean> {
  const { rows } = await sql<{
    made: boolean
  }>`select control.create_tenant(${of.id}, ${of.name}, ${json(settingsOf(of))}, ${ctx.now}) as made`.execute(tx)
  if (!rows[0]?.made) return false
  await putCalendar(tx, { settings: settingsOf(of), createdAt: ctx.now })
  const team = { displayName: of.name, isDefault: true, ...tenantPresets[of.id]?.team }
  const { rows: teams } = await sql<{
    put: boolean
  }>`select control.put_team(${of.id}, ${of.id}, ${json(team)}, ${ctx.now}) as put`.execute(tx)
  // A team of another tenant may have that id.
  if (!teams[0]?.put) throw invalid({ 'body.id': 'tenantTaken' })
  await audit(ctx, tx, { action: 'tenants.create', subjectType: 'tenant', subjectId: of.id, subjectTitle: of.name })
  return true
}

/** Gives a person a membership with an administrator's roles; somebody who is in the team already gains the roles. */
export async function addAdministrator(
  ctx: Ctx,
  tx: WriteTx,
  of: { tenantId: string; teamId: string; person: NewAdministrator },
): Promise<{ userId: string; isPasswordSet: boolean }> {
  const { person, teamId } = of
  const { rows } = await sql<{ id: string }>`
    select control.find_or_create_user(${person.userId}, ${person.email}, ${person.firstName}, ${person.lastName}, ${ctx.now}) as id`.execute(
    tx,
  )
  const userId = rows[0]?.id ?? person.userId
  const existing = await tx
    .selectFrom('memberships')
    .select(['id', 'roles'])
    .where('id', '=', `${userId}:${teamId}`)
    .forUpdate()
    .executeTakeFirst()
  await checkEntersAsSuperadmin(tx, userId, existing?.roles ?? [], person.roles)
  if (existing) {
    const roles = [...new Set([...existing.roles, ...person.roles])]
    await changeMemberships(ctx, tx, {
      ...{ fields: ['roles', 'status'], isJudged: true },
      wanted: sql`select 0 as place, ${existing.id}::text as membership_id, ${json({ roles, status: 'active' })}::jsonb as target`,
    })
  } else {
    await insertMemberships(ctx, tx, [
      {
        ...{ userId, teamId, roles: person.roles },
        ...{ firstName: person.firstName, lastName: person.lastName, email: person.email },
      },
    ])
  }
  const password = await sql<{
    isSet: boolean
  }>`select control.set_first_password(${userId}, ${person.passwordHash}, ${ctx.now}) as is_set`.execute(tx)
  if (!existing)
    await audit(ctx, tx, {
      action: 'members.create',
      subjectType: 'membership',
      subjectId: `${userId}:${teamId}`,
      subjectTitle: fullName(person),
      after: { roles: person.roles },
    })
  return { userId, isPasswordSet: password.rows[0]?.isSet ?? false }
}

function settingsOf(of: { id: string; explicitWording?: boolean | undefined }): Record<string, unknown> {
  const asked = of.explicitWording === undefined ? {} : { explicitWording: of.explicitWording }
  return { explicitWording: false, ...tenantPresets[of.id]?.settings, ...asked }
}
