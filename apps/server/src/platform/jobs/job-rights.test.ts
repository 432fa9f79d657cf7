import type { Role } from '@learnt/contract/roles'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { makeActor } from '../actor.ts'
import { createContext } from '../context.ts'
import { newId } from '../ids.ts'
import { translatorFor } from '../translate.ts'
import { adminJob, type JobKind, job, startJob } from './job.ts'
import { runJob } from './run-job.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const notAllowed = 'You are not allowed to do this.'
const actingOver = 'The administrator who started acting as this person may no longer do so.'

type Change = (of: { tenant: GivenTenant; actor: GivenPerson; author: GivenPerson }) => Promise<unknown>

const become = (person: GivenPerson, of: { roles?: Role[]; status?: 'inactive' }) =>
  app.services.db
    .tenant(person.tenantId)
    .write((tx) => tx.updateTable('memberships').set(of).where('id', '=', person.membershipId).execute())

const alsoIn = (tenant: GivenTenant, person: GivenPerson, roles: Role[]) =>
  givenTeam(app, tenant).then((teamId) =>
    givenPerson(app, tenant, { userId: person.userId, email: person.email, teamId, roles }),
  )

/**
 * Somebody's job of three steps, begun in their name by `actor`. `change` comes before it runs, or between the first step
 * and the second. Answers how it ended and how many steps were done.
 */
async function run(
  change: Change,
  of: {
    when: 'before' | 'between'
    authorRoles?: Role[]
    actorRoles?: Role[]
    authorApart?: boolean
    actorApart?: boolean
    kind?: typeof job
  },
) {
  const tenant = await givenTenant(app)
  const teamId = of.authorApart ? await givenTeam(app, tenant) : tenant.teamId
  const author = await givenPerson(app, tenant, { roles: of.authorRoles ?? ['admin'], teamId })
  const actor = await givenPerson(app, tenant, {
    roles: of.actorRoles ?? ['admin'],
    teamId: of.actorApart ? await givenTeam(app, tenant) : tenant.teamId,
  })
  const impersonator = { userId: actor.userId, teamId: actor.teamId, actingId: newId(), writes: true }
  const ctx = createContext({
    actor: makeActor({ ...author, roles: of.authorRoles ?? ['admin'], sessionId: null, impersonator }),
    services: app.services,
    requestId: 'test',
    locale: 'en',
    t: translatorFor('en'),
  })
  const people = { tenant, actor, author }
  let steps = 0
  const kind: JobKind = (of.kind ?? adminJob)('test.steps', async (_, _input, progress) => {
    while (steps < 3) {
      steps++
      if (steps === 1 && of.when === 'between') await change(people)
      await progress(steps, 3)
    }
    return {}
  })
  const { jobId } = await ctx.write((tx) => startJob(ctx, tx, { kind: 'test.steps', subject: '', input: {} }))
  if (of.when === 'before') await change(people)
  await runJob(app.services, tenant.tenantId, [kind], jobId)
  const { state, error } = await ctx.read((tx) =>
    tx.selectFrom('jobs').select(['state', 'error']).where('id', '=', jobId).executeTakeFirstOrThrow(),
  )
  return { state, error, steps }
}

const whole = { state: 'succeeded', error: null, steps: 3 }

describe.for(['before', 'between'] as const)('a job begun while acting, asked %s its steps', (when) => {
  const failed = (error: string) => ({ state: 'failed', error, steps: when === 'before' ? 0 : 1 })

  const ends: [string, Change][] = [
    ['is suspended', ({ actor }) => become(actor, { status: 'inactive' })],
    ['is below the person', ({ author }) => become(author, { roles: ['superadmin'] })],
    ['is below the person in another team', ({ tenant, author }) => alsoIn(tenant, author, ['superadmin'])],
  ]
  it.each(ends)('ends when the administrator who acted %s', async (_, change) => {
    expect(await run(change, { when })).toEqual(failed(actingOver))
  })

  it('ends when the person who acted is no longer an administrator, though no lower than the person', async () => {
    const change: Change = ({ actor }) => become(actor, { roles: ['manager'] })
    expect(await run(change, { when, authorRoles: ['learner'], kind: job })).toEqual(failed(actingOver))
  })

  it('ends when the administrator who acted no longer reaches the person’s team', async () => {
    const change: Change = ({ actor }) => become(actor, { roles: ['admin'] })
    expect(await run(change, { when, actorRoles: ['superadmin'], actorApart: true })).toEqual(failed(actingOver))
  })

  it('ends when the person is suspended, or no longer an administrator', async () => {
    for (const change of [{ status: 'inactive' }, { roles: ['learner'] }] as const)
      expect(await run(({ author }) => become(author, change as never), { when })).toEqual(failed(notAllowed))
  })

  it('goes on when neither has lost anything that it takes', async () => {
    expect(await run(async () => {}, { when })).toEqual(whole)
    expect(await run(({ tenant, author }) => alsoIn(tenant, author, ['admin']), { when })).toEqual(whole)
    const lower: Change = ({ actor }) => become(actor, { roles: ['admin'] })
    expect(await run(lower, { when, actorRoles: ['superadmin'] })).toEqual(whole)
    // A kind that anybody may have done asks for no role.
    const learner: Change = ({ author }) => become(author, { roles: ['learner'] })
    expect(await run(learner, { when, kind: job })).toEqual(whole)
  })
})

it('a job for the whole tenant ends when its author sees only a team', async () => {
  const change: Change = ({ author }) => become(author, { roles: ['admin'] })
  const superadmin: Role[] = ['superadmin']
  const of = { authorRoles: superadmin, actorRoles: superadmin, authorApart: true }
  expect(await run(change, { ...of, when: 'between' })).toEqual({ state: 'failed', error: notAllowed, steps: 1 })
})
