import type { HandlerInput } from '@learnt/contract/endpoint'
import type { members } from '@learnt/contract/members'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newPersonId } from '../../../platform/ids.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { invalid } from '../../../platform/problem.ts'
import { hashPassword } from '../../../platform/session/password.ts'
import { refuseWeakPassword } from '../../../platform/session/password-rules.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { checkFieldValues } from '../../custom-fields/commands/check-values.ts'
import { listTeamsOfTenant } from '../../teams/queries.ts'
import { mayAddTo, refuseRoles } from '../policy.ts'
import type { MemberRecord } from '../queries.ts'
import { checkManagers, checkSuperadmin, refuseAt } from './check-member.ts'
import { checkPersonal } from './check-personal.ts'
import { insertMemberships } from './insert-memberships.ts'
import { asComplaint } from './keep-in-step.ts'
import { tidy } from './tidy-fields.ts'

type Body = HandlerInput<typeof members.create>['body']
/** Writes to the new member; in the transaction that makes it. */
export type Greet = (ctx: Ctx, tx: WriteTx, member: MemberRecord) => Promise<void>

/**
 * Adds a person to a team: the user of that address, or a new one. Name, address and ways of signing in of somebody who is
 * known already stay as they are, whoever knows them; only the membership is ours to write.
 */
export async function createMember(ctx: Ctx, body: Body, greet?: Greet): Promise<MemberRecord> {
  const { actor } = ctx
  const { teamId = actor.teamId, password, ...given } = body
  const tidied = tidy(given)
  const roles = tidied.roles?.length ? tidied.roles : (['learner'] as const)
  refuseAt('body.roles', refuseRoles(actor, [], roles))
  if (!mayAddTo(actor, teamId)) throw invalid({ 'body.teamId': 'unknownTeam' })
  const passwordHash =
    password === undefined
      ? null
      : await hashFirstPassword(ctx, password, [
          given.firstName,
          given.lastName,
          given.email ?? '',
          given.username ?? '',
        ])

  return ctx
    .write(async (tx) => {
      const teams = await listTeamsOfTenant(tx)
      if (!teams.some((team) => team.id === teamId)) throw invalid({ 'body.teamId': 'unknownTeam' })
      // Who is only asked in has their fields filled in later.
      const requires = greet === undefined
      const fields = await checkFieldValues(tx, tidied, { as: ['administrator'], at: 'body', requires })
      await checkPersonal(ctx, tx, fields, { at: 'body' })
      const newUserId = newPersonId()
      const { rows } = await sql<{ id: string }>`
        select control.find_or_create_user(${newUserId}, ${fields.email ?? ''}, ${given.firstName}, ${given.lastName}, ${ctx.now}) as id`.execute(
        tx,
      )
      const userId = rows[0]?.id ?? ''
      await checkSuperadmin(tx, userId, [], roles)
      await checkManagers(tx, userId, fields.managers ?? [])
      await insertMemberships(ctx, tx, [
        { ...fields, userId, teamId, firstName: given.firstName, lastName: given.lastName, roles },
      ])
      // NOTE: an account that is there already may be open to nobody yet, and belong to somebody of a higher role.
      const isPasswordSet = passwordHash !== null && userId === newUserId
      if (isPasswordSet)
        await sql`select control.set_first_password(${userId}, ${passwordHash}, ${ctx.now})`.execute(tx)
      const made = await tx
        .selectFrom('memberships')
        .selectAll()
        .where('id', '=', `${userId}:${teamId}`)
        .executeTakeFirstOrThrow()
      await audit(ctx, tx, {
        action: 'members.create',
        subjectType: 'membership',
        subjectId: made.id,
        subjectTitle: nameOf(made),
        after: { ...fields, roles, ...(isPasswordSet ? { hasFirstPassword: true } : {}) },
      })
      await (greet ?? (isPasswordSet ? welcome : askIn))(ctx, tx, made)
      return made
    })
    .catch((error: unknown) => {
      throw asComplaint(error)
    })
}

async function hashFirstPassword(ctx: Ctx, password: string, about: string[]): Promise<string> {
  const { rows } = await ctx.read((tx) =>
    sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx),
  )
  refuseWeakPassword(readTenantConfig(rows[0]?.settings).passwordRules, password, about, 'body.password', ctx.t)
  return hashPassword(password)
}

/** Whether they need a way in first is for the account to say, which stands above the members. */
async function askIn(ctx: Ctx, tx: WriteTx, { userId, teamId, status, email }: MemberRecord): Promise<void> {
  if (status === 'active' && email !== '') await enqueue(ctx, tx, 'users.mailInvitation', { userId, teamId })
}

/** Where to sign in, for somebody who can. */
export async function welcome(ctx: Ctx, tx: WriteTx, member: MemberRecord): Promise<void> {
  if (member.status !== 'active' || member.email === '') return
  await queueMail(ctx, tx, {
    kind: 'welcome',
    to: member.email,
    userId: member.userId,
    teamId: member.teamId,
    values: { name: member.firstName, email: member.email },
    path: '/login',
  })
}

export function nameOf(member: Pick<MemberRecord, 'firstName' | 'lastName'>): string {
  return fullName(member)
}
