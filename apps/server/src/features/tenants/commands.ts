import type { HandlerInput } from '@learnt/contract/endpoint'
import type { tenants } from '@learnt/contract/administration'
import type { Role } from '@learnt/contract/roles'
import { isEmail } from '@learnt/contract/values'
import { sql } from 'kysely'
import { makeActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { type Ctx, createContext, type Services } from '../../platform/context.ts'
import { json, type WriteTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { systemUserId } from '../../platform/jobs/worker.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { invalid, ProblemError } from '../../platform/problem.ts'
import { hashPassword, passwordComplaint } from '../../platform/session/password.ts'
import { readTenantConfig, type TenantConfig } from '../../platform/tenant/settings.ts'
import { mintTenantId } from '../../platform/tenant/tenant-id.ts'
import { type Translate, translatorFor } from '../../platform/translate.ts'
import { insertMembership } from '../members/commands/insert-membership.ts'
import { tenantPresets } from './presets.ts'

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

/** Acts for the installation itself inside one tenant: the command line, and a tenant that is just being made. */
export function systemContext(services: Services, tenantId: string, of: { requestId: string; userId?: string } = { requestId: 'cli' }): Ctx {
  const actor = makeActor({ userId: of.userId ?? systemUserId, teamId: tenantId, tenantId: mintTenantId(tenantId), roles: ['superadmin'], sessionId: null })
  return createContext({ actor, services, requestId: of.requestId, locale: 'en', t: translatorFor('en') })
}

/**
 * Makes a tenant with its first team (of the same id) and its first administrator, in one transaction. Whoever holds the
 * address already keeps name and password: the person is one, and only the membership is new.
 */
export async function createTenant(ctx: Ctx, of: NewTenant): Promise<void> {
  const { administrator } = of
  const email = administrator.email.toLowerCase()
  if (!isEmail(email)) throw invalid({ 'body.administrator.email': 'email' })
  const config = readTenantConfig(settingsOf(of))
  refuseWeakPassword(config, administrator.password, [administrator.firstName, administrator.lastName, email], 'body.administrator.password', ctx.t)
  const person = { ...administrator, email, userId: newId(), passwordHash: await hashPassword(administrator.password), roles: ['admin'] as const }

  const inside = systemContext(ctx.services, of.id, { requestId: ctx.requestId, userId: ctx.actor.userId })
  await inside.write(async (tx) => {
    if (!(await ensureTenant(inside, tx, of))) throw invalid({ 'body.id': 'tenantTaken' })
    const { userId } = await addAdministrator(inside, tx, { tenantId: of.id, teamId: of.id, person })
    await queueMail(inside, tx, { kind: 'administrator', to: email, userId, teamId: of.id, values: { name: administrator.firstName, tenant: of.name }, path: '/login' })
  })
  await ctx.write((tx) => audit(ctx, tx, { action: 'tenants.create', subjectType: 'tenant', subjectId: of.id, subjectTitle: of.name, after: { name: of.name, administrator: email } }))
}

/** Makes a tenant and its first team, with what a preset of that id says; false when there is one. */
export async function ensureTenant(ctx: Ctx, tx: WriteTx, of: { id: string; name: string; explicitWording?: boolean | undefined }): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`select control.create_tenant(${of.id}, ${of.name}, ${json(settingsOf(of))}, ${ctx.now}) as made`.execute(tx)
  if (!rows[0]?.made) return false
  const team = { displayName: of.name, isDefault: true, ...tenantPresets[of.id]?.team }
  const { rows: teams } = await sql<{ put: boolean }>`select control.put_team(${of.id}, ${of.id}, ${json(team)}, ${ctx.now}) as put`.execute(tx)
  // A team of another tenant may have that id.
  if (!teams[0]?.put) throw invalid({ 'body.id': 'tenantTaken' })
  await audit(ctx, tx, { action: 'tenants.create', subjectType: 'tenant', subjectId: of.id, subjectTitle: of.name })
  return true
}

/** Gives a person a membership with an administrator's roles; somebody who is in the team already gains the roles. */
export async function addAdministrator(ctx: Ctx, tx: WriteTx, of: { tenantId: string; teamId: string; person: NewAdministrator }): Promise<{ userId: string; isNew: boolean }> {
  const { person, teamId } = of
  const { rows } = await sql<{ id: string }>`
    select control.find_or_create_user(${person.userId}, ${person.email}, ${person.firstName}, ${person.lastName}, ${ctx.now}) as id`.execute(tx)
  const userId = rows[0]?.id ?? person.userId
  const existing = await tx.selectFrom('memberships').select(['id', 'roles', 'username']).where('id', '=', `${userId}:${teamId}`).forUpdate().executeTakeFirst()
  if (existing) {
    const roles = [...new Set([...existing.roles, ...person.roles])]
    await tx.updateTable('memberships').set((eb) => ({ roles, status: 'active', awaySince: null, updatedAt: ctx.now, revision: eb('revision', '+', 1) })).where('id', '=', existing.id).execute()
    await sql`select control.put_directory(${userId}, ${teamId}, 'active', ${roles}, ${existing.username}, ${ctx.now})`.execute(tx)
  } else {
    await insertMembership(ctx, tx, { userId, teamId, fields: { firstName: person.firstName, lastName: person.lastName, email: person.email, roles: person.roles } })
  }
  await sql`select control.set_first_password(${userId}, ${person.passwordHash}, ${ctx.now})`.execute(tx)
  await audit(ctx, tx, { action: existing ? 'members.update' : 'members.create', subjectType: 'membership', subjectId: `${userId}:${teamId}`, subjectTitle: `${person.firstName} ${person.lastName}`, after: { roles: person.roles } })
  return { userId, isNew: !existing }
}

/** 422 at the field, with the tenant's rule in words. */
export function refuseWeakPassword(config: TenantConfig, password: string, about: readonly string[], path: string, t: Translate): void {
  const complaint = passwordComplaint(config.passwordRules, password, about)
  if (complaint === null) return
  throw new ProblemError('invalid-input', { errors: [{ path, message: t(`validation.${complaint.key}`, complaint.values), code: complaint.key }] })
}

function settingsOf(of: { id: string; explicitWording?: boolean | undefined }): Record<string, unknown> {
  const asked = of.explicitWording === undefined ? {} : { explicitWording: of.explicitWording }
  return { explicitWording: false, ...tenantPresets[of.id]?.settings, ...asked }
}
