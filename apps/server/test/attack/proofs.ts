import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { json, type WriteTx } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TestApp } from '../app.ts'
import { asOwner } from '../db.ts'
import { givenPerson } from '../given/people.ts'
import { givenWorld, type World } from '../given/world.ts'

/**
 * Refusals that the walk cannot test: counts, rows that change between two reads, and guards behind another guard. Each
 * has a request of its own, tried with and without the guard.
 */
export interface Proof {
  readonly about: string
  /** The guards that it proves. */
  readonly guards: RegExp
  /**
   * What refuses the same by itself: guards by name, guards that follow in the file, conditions of database functions.
   */
  readonly twins?: RegExp | 'what follows'
  readonly functions?: readonly { readonly name: string; readonly condition: RegExp }[]
  /** Null if the request was refused, else what it reached. Throws if the request fails even for a permitted caller. */
  attempt(app: TestApp): Promise<string | null>
}

/** The database checks each request of an impersonation too: nobody acts as a person with a higher role in any team of the tenant. */
const notAbove = {
  name: 'control.may_act',
  condition: /not exists \(\s*select from control\.directory one.*?control\.role_rank\(own\.roles\)\)/s,
}

export const proofs: readonly Proof[] = [
  {
    about: 'somebody who is given a higher role while a change of them waits',
    guards: /members\/commands\/update-member\.ts/,
    async attempt(app) {
      // Name and role: two paths through the command, each with its own lock.
      for (const body of [{ phone: '+44 1632 960001' }, { phone: '+44 1632 960002', status: 'active' as const }]) {
        const change = async (roles: string[]) => {
          const world = await givenWorld(app)
          const { userId, membershipId } = world.learner
          return whileHeld(app, world, {
            hold: (tx) => tx.selectFrom('memberships').select('id').where('id', '=', membershipId).forUpdate(),
            meanwhile: async (tx) => {
              await tx.updateTable('memberships').set({ roles }).where('id', '=', membershipId).execute()
            },
            ask: async () => (await app.call(world.admin, api.members.update, { params: { userId }, body })).status,
          })
        }
        await expectFine(change(['learner', 'manager']))
        const status = await change(['superadmin'])
        if (status < 300) return `changes a superadministrator (${Object.keys(body).join(', ')})`
      }
      return null
    },
  },
  {
    about: 'what somebody of a higher role is called',
    guards: /members\/commands\/update-member\.ts/,
    twins: 'what follows',
    attempt: (app) => changeSuperadmin(app, { phone: '+44 1632 960003' }),
  },
  {
    about: 'somebody of a higher role, by what may end it',
    guards: /members\/commands\/update-member\.ts/,
    twins: 'what follows',
    attempt: (app) => changeSuperadmin(app, { phone: '+44 1632 960004', status: 'active' }),
  },
  {
    about: 'a job that ends while it is asked to stop',
    guards: /jobs\/commands\.ts:\d+ authorize jobPolicy\.cancel/,
    attempt: (app) => askOfJob(app, 'cancel', { state: 'waiting', meanwhile: 'succeeded' }),
  },
  {
    about: 'a job that is set going again while it is asked to',
    guards: /jobs\/commands\.ts:\d+ authorize jobPolicy\.retry/,
    attempt: (app) => askOfJob(app, 'retry', { state: 'failed', meanwhile: 'waiting' }),
  },
  {
    about: 'who can be sent a report',
    guards: /schedules\/queries\.ts:\d+ team scope/,
    async attempt(app) {
      const world = await givenWorld(app)
      const people = async (who: { token: string }) =>
        JSON.stringify((await app.call(who, api.schedules.people)).body.items)
      if (!(await people(world.admin)).includes(world.manager.userId)) throw new Error('nobody can be chosen')
      return (await people(world.teamAdmin)).includes(world.manager.userId) ? 'names people of another team' : null
    },
  },
  {
    about: 'what other teams do',
    guards: /analytics\/queries\.ts:\d+ team scope/,
    async attempt(app) {
      const world = await givenWorld(app)
      const event = { kind: 'page' as const, hitId: newId(), title: 'My courses', path: '/apps/courses/mycourses' }
      await app.call(world.learner, api.analytics.record, { body: { events: [event] } })
      const counts = async (who: { token: string }) =>
        (await app.call(who, api.analytics.counts)).body.items.reduce((sum, { count }) => sum + count, 0)
      if ((await counts(world.admin)) === 0) throw new Error('nothing was counted')
      return (await counts(world.teamAdmin)) > 0 ? 'counts what another team does' : null
    },
  },
  {
    about: 'people of another team',
    guards: /members\/queries\.ts:\d+ team scope/,
    twins: /members\/policy\.ts:\d+ rule isSeen/,
    async attempt(app) {
      const world = await givenWorld(app)
      const params = { userId: world.learner.userId }
      const ask = async (who: { token: string }) => (await app.call(who, api.members.get, { params })).status
      await expectFine(ask(world.admin))
      return (await ask(world.teamAdmin)) < 300 ? 'reads somebody of another team' : null
    },
  },
  {
    about: 'the names of other teams',
    guards: /members\/queries\.ts:\d+ team scope/,
    async attempt(app) {
      const world = await givenWorld(app)
      const teams = async (who: { token: string }) =>
        (await app.call(who, api.members.facets)).body.teamId.map(({ value }) => value)
      if (!(await teams(world.admin)).includes(world.teamAdmin.teamId)) throw new Error('who may does not see them')
      return (await teams(world.teamAdmin)).includes(world.teamId) ? 'names a team that is not theirs' : null
    },
  },
  {
    about: 'somebody else’s notes',
    guards: /quick-panel\/commands\.ts:\d+ own userId/,
    async attempt(app) {
      const world = await givenWorld(app)
      await inTenant(app, world, async (tx) => {
        const text = 'one of many'
        const notes = Array.from({ length: 99 }, () => ({ id: newId(), userId: world.learner.userId, text }))
        await tx.insertInto('quickNotes').values(notes).execute()
      })
      const add = async (who: { token: string }) =>
        (await app.call(who, api.quickPanel.addNote, { body: { text: 'one more' } })).status
      if ((await add(world.learner)) !== 409) throw new Error('there can be any number of notes')
      return (await add(world.otherManager)) === 409 ? 'somebody else’s notes count as theirs' : null
    },
  },
  {
    about: 'somebody else’s view',
    guards: /views\/commands\.ts:\d+ own userId/,
    twins: /views\/routes\.ts:\d+ authorize viewPolicy\.remove/,
    async attempt(app) {
      const world = await givenWorld(app)
      const params = { viewId: world.viewId }
      const isThere = async () =>
        (await app.call(world.learner, api.views.list, { query: { list: 'courses' } })).body.items.length > 0
      await app.call(world.otherManager, api.views.remove, { params })
      if (!(await isThere())) return 'takes somebody else’s view away'
      await expectFine(app.call(world.learner, api.views.remove, { params }).then(({ status }) => status))
      if (await isThere()) throw new Error('nobody can take a view away')
      return null
    },
  },
  {
    about: 'a team that takes other proofs than the session’s',
    guards: /authorize mayEnterTeam/,
    functions: [{ name: 'control.switch_team', condition: /s\.proven_by = any \(case when .*? end\)/s }],
    async attempt(app) {
      const world = await givenWorld(app)
      const enter = async (method: string) => {
        const teamId = `${world.tenantId}-${method}`
        const fields = json({ displayName: 'Strict', authMethods: [method] })
        await app.services.db.control((tx) =>
          sql`select control.put_team(${teamId}, ${world.tenantId}, ${fields}, ${app.clock.now()})`.execute(tx),
        )
        const { userId, email } = world.learner
        const { membershipId } = await givenPerson(app, world, { userId, teamId, email })
        return (await app.call(world.learner, api.session.switchTeam, { body: { membershipId } })).status
      }
      const status = await enter('saml')
      if (status < 300) return 'enters a team that takes no passwords'
      await expectFine(enter('password'))
      return null
    },
  },
  {
    about: 'the wish of somebody of another team to be erased',
    guards: /data-exports\/routes\.ts:\d+ authorize memberPolicy\.read/,
    twins: /members\/queries\.ts:\d+ team scope/,
    async attempt(app) {
      const world = await givenWorld(app)
      const params = { userId: world.learner.userId }
      const ask = async (who: { token: string }) => (await app.call(who, api.eraseRequests.ofMember, { params })).status
      await expectFine(ask(world.admin))
      return (await ask(world.teamAdmin)) < 300 ? 'reads whether somebody of another team asked' : null
    },
  },
  {
    about: 'the wish of somebody of a higher role to be erased',
    guards: /data-exports\/policy\.ts:\d+ rule refuseDismissal/,
    async attempt(app) {
      const world = await givenWorld(app)
      const dismiss = async ({ userId }: { userId: string }) =>
        (await app.call(world.admin, api.eraseRequests.dismiss, { params: { userId } })).status
      for (const who of [world.learner, world.superadmin])
        await app.call(who, api.eraseRequests.ask, { body: { reason: 'I leave' } })
      await expectFine(dismiss(world.learner))
      return (await dismiss(world.superadmin)) < 300 ? 'dismisses what a superadministrator asked for' : null
    },
  },
  {
    about: 'acting in one’s own team as somebody who is more in another',
    guards: /members\/policy\.ts:\d+ rule refuseHigher/,
    functions: [notAbove],
    async attempt(app) {
      const world = await givenWorld(app)
      const { teamId } = world.teamAdmin
      const act = async (userId: string) =>
        (
          await app.call(world.teamAdmin, api.impersonation.start, {
            body: { userId, teamId, reason: 'Asked for help' },
          })
        ).status
      await addToTeam(app, world, world.superadmin)
      if ((await act(world.superadmin.userId)) < 300) return 'acts as a superadministrator'
      await expectFine(act((await givenPerson(app, { ...world, teamId })).userId))
      return null
    },
  },
  {
    about: 'second factors of a person who was added to one’s own team',
    guards: /members\/policy\.ts:\d+ rule refusePerson/,
    async attempt(app) {
      const world = await givenWorld(app)
      const { teamId } = world.teamAdmin
      const reset = async (userId: string) =>
        (await app.call(world.teamAdmin, api.factors.reset, { params: { userId }, query: { teamId } })).status
      await addToTeam(app, world, world.learner)
      await expectFine(reset((await givenPerson(app, { ...world, teamId })).userId))
      return (await reset(world.learner.userId)) < 300 ? 'takes away factors of somebody of another team' : null
    },
  },
  {
    about: 'the reason why a person who was added to one’s own team wishes to be erased',
    guards: /data-exports\/policy\.ts:\d+ (rule isToldOf|team scope)/,
    async attempt(app) {
      const world = await givenWorld(app)
      await app.call(world.learner, api.eraseRequests.ask, { body: { reason: 'For my own reasons' } })
      await addToTeam(app, world, world.learner)
      const { userId } = world.learner
      const ask = (who: { token: string }, teamId: string) =>
        app.call(who, api.eraseRequests.ofMember, { params: { userId }, query: { teamId } })
      if ((await ask(world.admin, world.teamId)).body.request === null) throw new Error('who may does not see it')
      const { body } = await ask(world.teamAdmin, world.teamAdmin.teamId)
      return body.request === null ? null : 'reads the reason of somebody who asked in another team'
    },
  },
  {
    about: 'a job about the whole tenant that was begun in one’s own team',
    guards: /jobs\/(queries|policy)\.ts:\d+ (team scope|rule isSeen)/,
    async attempt(app) {
      const world = await givenWorld(app)
      const { teamId } = world.teamAdmin
      const root = await givenPerson(app, world, {
        userId: world.superadmin.userId,
        email: world.superadmin.email,
        teamId,
        roles: ['superadmin'],
      })
      const begun = await app.call(root, api.members.setStatus, {
        body: { selection: { by: 'ids', ids: [world.learner.membershipId] }, status: 'active' },
      })
      const { jobId } = begun.body
      const isListed = async (who: { token: string }) => {
        const [list, one] = await Promise.all([
          app.call(who, api.jobs.list),
          app.call(who, api.jobs.get, { params: { jobId } }),
        ])
        return list.body.items.some(({ id }) => id === jobId) || one.status < 300
      }
      if (!(await isListed(world.admin))) throw new Error('who may does not see it')
      return (await isListed(world.teamAdmin)) ? 'sees a job about people of other teams' : null
    },
  },
  {
    about: 'acting as somebody of a higher role',
    guards: /^policy members\.actAs$/,
    twins: /members\/policy\.ts:\d+ rule refuseHigher/,
    functions: [notAbove],
    async attempt(app) {
      const world = await givenWorld(app)
      const act = async (userId: string) =>
        (await app.call(world.admin, api.impersonation.start, { body: { userId, reason: 'Asked for help' } })).status
      if ((await act(world.superadmin.userId)) < 300) return 'acts as a superadministrator'
      await expectFine(act(world.learner.userId))
      return null
    },
  },
]

/** What any administrator may do: add a person whose address they know to their own team. */
async function addToTeam(app: TestApp, { teamAdmin }: World, { email }: { email: string }): Promise<void> {
  const body = { firstName: 'Added', lastName: 'Here', email }
  await expectFine(app.call(teamAdmin, api.members.create, { body }).then(({ status }) => status))
}

async function changeSuperadmin(app: TestApp, body: { phone: string; status?: 'active' }): Promise<string | null> {
  const world = await givenWorld(app)
  const change = async ({ userId }: { userId: string }) =>
    (await app.call(world.admin, api.members.update, { params: { userId }, body })).status
  await expectFine(change(world.learner))
  return (await change(world.superadmin)) < 300 ? 'changes a superadministrator' : null
}

async function askOfJob(
  app: TestApp,
  verb: 'cancel' | 'retry',
  of: { state: 'waiting' | 'failed'; meanwhile: 'waiting' | 'succeeded' },
): Promise<string | null> {
  const ask = async (state: string) => {
    const world = await givenWorld(app)
    const params = { jobId: world.jobId }
    const put = (tx: WriteTx, to: string) =>
      tx
        .updateTable('jobs')
        .set({ state: to as 'waiting' })
        .where('id', '=', world.jobId)
        .execute()
    await inTenant(app, world, (tx) => put(tx, of.state))
    return whileHeld(app, world, {
      hold: (tx) => tx.selectFrom('jobs').select('id').where('id', '=', world.jobId).forUpdate(),
      meanwhile: (tx) => put(tx, state),
      ask: async () => (await app.call(world.learner, api.jobs[verb], { params })).status,
    })
  }
  await expectFine(ask(of.state))
  const status = await ask(of.meanwhile)
  return status < 300 ? `${verb} of a job that is ${of.meanwhile}` : null
}

/** A request that waits for a row which another transaction changes, and continues when that commits. */
async function whileHeld(
  app: TestApp,
  world: World,
  of: {
    hold(tx: WriteTx): { execute(): Promise<unknown> }
    meanwhile(tx: WriteTx): Promise<unknown>
    ask(): Promise<number>
  },
): Promise<number> {
  let asked: Promise<number> | undefined
  await inTenant(app, world, async (tx) => {
    await of.hold(tx).execute()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    asked = of.ask()
    await untilWaitedFor(rows[0]?.pid ?? 0)
    await of.meanwhile(tx)
  })
  if (asked === undefined) throw new Error('nothing was asked')
  return asked
}

async function untilWaitedFor(pid: number): Promise<void> {
  await asOwner(async (client) => {
    for (let time = 0; time < 1000; time++) {
      const { rows } = await client.query(
        'select from pg_locks where not granted and $1 = any (pg_blocking_pids(pid)) limit 1',
        [pid],
      )
      if (rows.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('nobody waits for the row')
  })
}

function inTenant<T>(app: TestApp, world: World, work: (tx: WriteTx) => Promise<T>): Promise<T> {
  return app.services.db.tenant(world.tenantId).write(work)
}

async function expectFine(asked: Promise<number>): Promise<void> {
  const status = await asked
  if (status >= 300) throw new Error(`who may does not get through: ${status}`)
}
