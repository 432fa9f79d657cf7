import type { Access } from '@learnt/contract/endpoint'
import { mayEnter } from '@learnt/contract/route-groups'
import { accessTokenPrefix } from '@learnt/contract/tokens'
import { sql } from 'kysely'
import type pg from 'pg'
import { makeLaunchToken } from '../../src/platform/launch-token.ts'
import { hashAccessToken, hashToken, makeToken, sessionCookieName } from '../../src/platform/session/token.ts'
import type { TestApp } from '../app.ts'
import { type GivenPerson, givenPerson, givenSession } from '../given/people.ts'
import type { World } from '../given/world.ts'

/** The sender of a request; the model computes from it what they may do. */
export interface Principal {
  readonly name: string
  /** Null: not signed in. */
  readonly person: GivenPerson | null
  readonly roles: readonly string[]
  /** May see all people of the tenant; else only those of the team. */
  readonly wholeTenant: boolean
  readonly headers: Record<string, string>
}

/** The callers of one world: people with each role, and people without rights who look similar. */
export async function principalsOf(app: TestApp, world: World, owner: pg.Client): Promise<Principal[]> {
  const cookie = sessionCookieName(app.services.settings)
  const wearing = (token: string) => ({ cookie: `${cookie}=${token}` })
  const known = (name: string, person: GivenPerson, roles: readonly string[]): Principal => ({
    name,
    person,
    roles,
    wholeTenant: person.teamId === world.tenantId || roles.includes('superadmin'),
    headers: wearing(person.token),
  })
  const nobody = (name: string, headers: Record<string, string>): Principal => ({
    name,
    person: null,
    roles: [],
    wholeTenant: false,
    headers,
  })
  const otherLearner = await givenPerson(app, world, { firstName: world.mark, lastName: 'Other' })
  const of = { userId: world.admin.userId, tenantId: world.tenantId, teamId: world.teamId }
  // Deactivated by the status alone: the other ways that would end the sessions are bypassed, so that the check itself
  // is tested.
  const suspended = await givenPerson(app, world, { firstName: world.mark, roles: ['admin', 'manager', 'superadmin'] })
  await owner.query(`update control.directory set status = 'sick leave' where user_id = $1`, [suspended.userId])
  const [ended, expired] = await Promise.all([givenSession(app.services, of), givenExpiredSession(app, of)])
  await endSession(app, world.admin.userId, ended)
  return [
    nobody('anonymous', {}),
    known('learner', world.learner, ['learner']),
    known('another learner', otherLearner, ['learner']),
    known('manager', world.manager, ['manager']),
    known('manager of nobody', world.otherManager, ['manager']),
    known('admin', world.admin, ['admin']),
    known('admin of another team', world.teamAdmin, ['admin']),
    known('superadmin', world.superadmin, ['superadmin']),
    // An administrator who acts as the learner has the learner's rights, where acting is allowed at all.
    {
      ...known('acting as the learner', world.learner, ['learner']),
      headers: wearing(world.acting.token),
    },
    // A token of the learner has the learner's rights, except for credentials, sessions and acting.
    {
      ...known('access token of the learner', world.learner, ['learner']),
      headers: { authorization: `Bearer ${await givenAccessToken(app, world.learner)}` },
    },
    nobody('ended access token', {
      authorization: `Bearer ${await givenAccessToken(app, world.admin, { ended: true })}`,
    }),
    nobody('access token as session', wearing(await givenAccessToken(app, world.admin))),
    nobody('made-up access token beside a session', {
      ...wearing(world.admin.token),
      authorization: `Bearer ${accessTokenPrefix}${makeToken()}`,
    }),
    nobody('suspended', wearing(suspended.token)),
    nobody('ended session', wearing(ended)),
    nobody('expired session', wearing(expired)),
    nobody('launch token as session', wearing(launchTokenOf(app, world))),
    nobody('launch token as bearer', { authorization: `Bearer ${launchTokenOf(app, world)}` }),
    nobody('session as bearer', { authorization: `Bearer ${world.admin.token}` }),
  ]
}

/** A correctly signed token of the world's attempt, without a launch in the database. */
export function launchTokenOf(
  app: TestApp,
  world: World,
  of: { expiresAt?: Date; sessionId?: string | null; attemptId?: string } = {},
): string {
  return makeLaunchToken(app.services.secrets, {
    tenantId: world.tenantId,
    teamId: world.learner.teamId,
    userId: world.learner.userId,
    attemptId: world.attemptId,
    packageId: world.packageId,
    mode: 'normal',
    appOrigin: new URL(app.services.settings.publicUrl).origin,
    epoch: 1,
    sessionId: world.sessionId,
    expiresAt: new Date(app.clock.now().getTime() + 3_600_000),
    ...of,
  })
}

/** Which roles an access word of the contract admits; pages use the same function (route groups). */
export function isAdmitted(access: Access, principal: Pick<Principal, 'person' | 'roles'>): boolean {
  const held = principal.person === null ? null : principal.roles
  switch (access) {
    case 'public':
    case 'operator':
      return true
    case 'guest':
      return mayEnter('guest', held)
    case 'signedIn':
      return mayEnter('signed-in', held)
    case 'manager':
      return mayEnter('manager', held)
    case 'admin':
      return mayEnter('admin', held)
    case 'superadmin':
      return mayEnter('superadmin', held)
    case 'managerOrAdmin':
      return isAdmitted('manager', principal) || isAdmitted('admin', principal)
    case 'attempt':
      return false
  }
}

async function givenExpiredSession(app: TestApp, of: { userId: string; tenantId: string; teamId: string }) {
  const token = makeToken()
  const past = new Date(app.clock.now().getTime() - 1000)
  await app.services.db.control((tx) =>
    sql`select control.open_session(${crypto.randomUUID()}, ${hashToken(token)}, ${of.userId}, ${of.tenantId}, ${of.teamId}, 'password', false, 'test', '127.0.0.1', ${past}, ${past})`.execute(
      tx,
    ),
  )
  return token
}

async function givenAccessToken(
  app: TestApp,
  of: { userId: string; tenantId: string; teamId: string },
  { ended = false }: { ended?: boolean } = {},
): Promise<string> {
  const token = accessTokenPrefix + makeToken()
  const now = app.clock.now()
  const id = crypto.randomUUID()
  await app.services.db.control(async (tx) => {
    await sql`select control.open_session(${id}, ${hashAccessToken(token)}, ${of.userId}, ${of.tenantId}, ${of.teamId}, 'password', false, 'test', '127.0.0.1', ${now}, ${new Date(now.getTime() + 86_400_000)})`.execute(
      tx,
    )
    if (ended) await sql`select control.end_session(${id}, ${of.userId}, ${now})`.execute(tx)
  })
  return token
}

async function endSession(app: TestApp, userId: string, token: string): Promise<void> {
  const now = app.clock.now()
  await app.services.db.control(async (tx) => {
    const { rows } = await sql<{
      id: string
    }>`select id from control.check_session(${hashToken(token)}, ${now})`.execute(tx)
    await sql`select control.end_session(${rows[0]?.id}, ${userId}, ${now})`.execute(tx)
  })
}
