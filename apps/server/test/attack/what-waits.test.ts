import { api } from '@learnt/contract'
import { beforeAll, expect, test } from 'vitest'
import { json } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { type TestApp, testApp } from '../app.ts'
import { type GivenPerson, givenPerson } from '../given/people.ts'
import { givenWorld, type World } from '../given/world.ts'

// Work that an administrator has begun stops when they lose the role: it does not run by itself, and not when they
// repeat it from their job tray.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

interface Work {
  readonly kind: string
  readonly input: (world: World, target: GivenPerson) => Record<string, unknown>
  /** What the work would change. */
  readonly isDone: (world: World, target: GivenPerson) => Promise<boolean>
}

const works: readonly Work[] = [
  {
    kind: 'courses.bulk',
    input: (world) => ({ action: 'archive', courseIds: [world.draftId] }),
    isDone: async (world) =>
      (await app.call(world.admin, api.courses.get, { params: { courseId: world.draftId } })).body.status ===
      'archived',
  },
  {
    kind: 'members.setStatus',
    input: (_world, target) => ({ selection: { by: 'ids', ids: [target.membershipId] }, status: 'inactive' }),
    isDone: async (world, { userId }) =>
      (await app.call(world.admin, api.members.get, { params: { userId } })).body.status === 'inactive',
  },
  {
    kind: 'packages.import',
    input: (world) => ({ fileId: world.packageFileId }),
    isDone: async (world) => (await importedPackages(world)) > 0,
  },
  {
    kind: 'permissions.assign',
    input: (world, target) => ({
      documentType: 'course',
      documentId: world.draftId,
      title: 'a course',
      isOptional: false,
      due: { kind: 'none' },
      selection: { by: 'ids', ids: [target.membershipId] },
    }),
    isDone: async (_world, target) => {
      const { items } = (await app.call(target, api.learning.courses)).body
      return items.length > 0
    },
  },
]

async function importedPackages(world: World): Promise<number> {
  const rows = await app.services.db
    .tenant(world.tenantId)
    .read((tx) => tx.selectFrom('jobs').select('result').where('kind', '=', 'packages.import').execute())
  return rows.filter(({ result }) => (result as { packageId?: string } | null)?.packageId !== undefined).length
}

/** A job of the author that waits, or was stopped before it began. */
async function givenJob(world: World, author: GivenPerson, work: Work, state: 'waiting' | 'cancelled') {
  const target = await givenPerson(app, world)
  const id = newId()
  await app.services.db.tenant(world.tenantId).write(async (tx) => {
    const now = app.clock.now()
    await tx
      .insertInto('jobs')
      .values({
        id,
        kind: work.kind,
        subject: 'something',
        state,
        input: json(work.input(world, target)),
        createdBy: author.userId,
        actor: json({ userId: author.userId, teamId: author.teamId, locale: 'en' }),
        createdAt: now,
        expiresAt: new Date(now.getTime() + 86_400_000),
      })
      .execute()
    if (state === 'waiting')
      await tx
        .insertInto('outbox')
        .values({ id: newId(), task: 'job', payload: json({ jobId: id }), runAt: now })
        .execute()
  })
  return { id, target }
}

test.for(works.flatMap((work) => (['waits', 'is begun again'] as const).map((how) => ({ ...work, how }))))(
  '$kind that $how',
  async (work) => {
    const world = await givenWorld(app)
    const outcome = async (roles: ('learner' | 'admin')[]) => {
      const author = await givenPerson(app, world, { roles: ['admin'] })
      const { id, target } = await givenJob(world, author, work, work.how === 'waits' ? 'waiting' : 'cancelled')
      await app.call(world.superadmin, api.members.update, { params: { userId: author.userId }, body: { roles } })
      if (work.how !== 'waits')
        expect((await app.call(author, api.jobs.retry, { params: { jobId: id } })).status).toBe(200)
      await app.settle()
      return { state: (await app.call(author, api.jobs.get, { params: { jobId: id } })).body.state, target }
    }
    const taken = await outcome(['learner'])
    expect(await work.isDone(world, taken.target)).toBe(false)
    expect(taken.state).toBe('failed')
    const kept = await outcome(['learner', 'admin'])
    expect(kept.state).toBe('succeeded')
    expect(await work.isDone(world, kept.target)).toBe(true)
  },
)
