import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../test/connection.ts'
import { freshDatabase, statementsOf, type TestDatabase, untilLocked } from '../../../test/db.ts'
import { makeActor } from '../actor.ts'
import { testClock } from '../clock.ts'
import { AlreadyCarriedOut, Claims, createContext, type Services } from '../context.ts'
import { claim } from '../http/idempotency.ts'
import { mintTenantId, type TenantId } from '../tenant/tenant-id.ts'
import { translatorFor } from '../translate.ts'
import type { JointStep } from './clusters.ts'
import { createDatabase, type Database, type WriteTx } from './database.ts'
import { CommitOutcomeUnknown, isConflict, isDatabaseUnavailable } from './errors.ts'
import { proveClusters } from './prove-clusters.ts'
import { listJointCommits, waitForJointCommits } from './settle.ts'
import { savepoint } from './transaction.ts'

let place: TestDatabase
let db: Database
beforeAll(async () => {
  place = await freshDatabase({}, 2)
  db = place.db
})

let made = 0

async function givenTenantOn(cluster: string): Promise<TenantId> {
  const id = `t${++made}`
  await db.control((tx) =>
    sql`select control.create_tenant(${id}, ${'before'}, '{}'::jsonb, now(), ${cluster})`.execute(tx),
  )
  return mintTenantId(id)
}

const rename = (tx: WriteTx, name: string) => sql`select control.rename_tenant(${name}, now())`.execute(tx)
const insert = (tx: WriteTx, name: string) => tx.insertInto('tenantLocks').values({ name }).execute()
/** What both sides say of a tenant. */
async function bothOf(tenantId: TenantId): Promise<{ name: string; rows: string[] }> {
  const { rows } = await db.control((tx) =>
    sql<{ name: string }>`select name from control.find_tenant(${tenantId})`.execute(tx),
  )
  const locks = await db
    .tenant(tenantId)
    .read((tx) => tx.selectFrom('tenantLocks').select('name').orderBy('name').execute())
  return { name: rows[0]?.name ?? '', rows: locks.map(({ name }) => name) }
}

/** A process of its own kind on the same clusters, which stops at a step of its commit. */
function anotherProcess(onJointStep: (step: JointStep) => Promise<void>): { db: Database; kill(): Promise<void> } {
  const name = `doomed${++made}`
  const named = (url: string) => {
    const own = new URL(url)
    own.searchParams.set('application_name', name)
    return own.href
  }
  const other = createDatabase({
    url: named(place.appUrl),
    clusters: place.clusters.map((cluster) => ({ ...cluster, url: named(cluster.url) })),
    poolSize: 3,
    onJointStep,
  })
  afterAll(() => void other.end().catch(() => {}))
  // To PostgreSQL a killed process is connections that are gone.
  const kill = async () => {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}'`
    await ask(place.appUrl, text)
  }
  return { db: other, kill }
}

const never = () => new Promise<void>(() => {})

describe('a tenant on another cluster', () => {
  it('has its rows there and nothing of them here; each statement goes where it belongs', async () => {
    const tenantId = await givenTenantOn('c2')
    const mine = db.tenant(tenantId)
    await mine.write((tx) => insert(tx, 'one'))
    const events = await statementsOf(db, () =>
      mine.read((tx) =>
        Promise.all([
          tx.selectFrom('tenantLocks').select('name').execute(),
          sql`select control.zone_of_tenant()`.execute(tx),
          sql`select control.settings_of_tenant()`.execute(tx),
        ]),
      ),
    )
    expect(events.map(({ cluster }) => cluster).sort()).toEqual(['c2', 'c2', 'main'])
    expect(new Set(events.map(({ flush }) => flush)).size).toBe(2)
    const onFirst = await db.tenant(tenantId, 'main').read((tx) => tx.selectFrom('tenantLocks').selectAll().execute())
    expect(onFirst).toEqual([])
    expect(await db.clusterOf(tenantId)).toBe('c2')
    expect(await db.clusterOf(mintTenantId('not-there'))).toBe('main')
  })

  it('costs no statement and no question where there is one cluster', async () => {
    const one = await freshDatabase()
    await one.db.control((tx) => sql`select control.create_tenant('lonely', 'x', '{}'::jsonb, now())`.execute(tx))
    const tenant = one.db.tenant(mintTenantId('lonely'))
    const events = await statementsOf(one.db, () =>
      tenant.write(async (tx) => {
        await insert(tx, 'one')
        await rename(tx, 'after')
      }),
    )
    expect(events.map((event) => event.sql.slice(0, 6))).toEqual(['insert', 'select', 'commit'])
  })

  it('does what several requests with one key ask for once, and none of them waits crosswise for another', async () => {
    const tenantId = await givenTenantOn('c2')
    const actor = makeActor({ userId: randomUUID(), teamId: tenantId, tenantId, roles: ['admin'], sessionId: null })
    const services = { db, clock: testClock(), log: pino({ level: 'silent' }) } as unknown as Services
    const ask = (key: string, name: string) =>
      createContext({
        actor,
        services,
        requestId: '',
        locale: 'en',
        t: translatorFor('en'),
        claims: new Claims(claim(actor.userId, { operation: 'x', key, requestHash: '' })),
      }).write((tx) => Promise.all([rename(tx, name), insert(tx, name)]))
    const events = await statementsOf(db, async () => {
      for (let round = 0; round < 10; round++) {
        const asked = await Promise.allSettled([1, 2, 3].map(() => ask(`key ${round}`, `name ${round}`)))
        expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        for (const one of asked) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(AlreadyCarriedOut)
      }
    })
    expect(events.filter(({ error }) => isConflict(error)).map(({ sql }) => sql)).toEqual([])
  })

  it('writes both sides together, or neither', async () => {
    const tenantId = await givenTenantOn('c2')
    const mine = db.tenant(tenantId)
    const events = await statementsOf(db, () =>
      mine.write(async (tx) => {
        await insert(tx, 'one')
        await rename(tx, 'after')
      }),
    )
    expect(events.filter((event) => / (transaction|prepared) /.test(event.sql)).map(({ cluster }) => cluster)).toEqual([
      'main',
      'main',
    ])
    expect(await bothOf(tenantId)).toEqual({ name: 'after', rows: ['one'] })
    const failing = mine.write(async (tx) => {
      await rename(tx, 'undone')
      await insert(tx, 'two')
      await insert(tx, 'one')
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    const thrown = mine.write(async (tx) => {
      await insert(tx, 'three')
      await rename(tx, 'undone')
      throw new Error('changed my mind')
    })
    await expect(thrown).rejects.toThrow('changed my mind')
    const swallowed = mine.write(async (tx) => {
      await rename(tx, 'undone')
      await insert(tx, 'one').catch(() => {})
    })
    await expect(swallowed).rejects.toThrow('Nothing was written')
    expect(await bothOf(tenantId)).toEqual({ name: 'after', rows: ['one'] })
    expect(await listJointCommits(db)).toEqual([])
  })

  it('prepares nothing where only one side has written', async () => {
    const tenantId = await givenTenantOn('c2')
    const mine = db.tenant(tenantId)
    const events = await statementsOf(db, async () => {
      await mine.write(async (tx) => {
        await sql`select control.settings_of_tenant()`.execute(tx)
        await insert(tx, 'one')
      })
      await mine.write(async (tx) => {
        await tx.selectFrom('tenantLocks').select('name').execute()
        await rename(tx, 'after')
      })
      await mine.write((tx) => rename(tx, 'later'))
      await mine.batch((tx) => [tx.insertInto('tenantLocks').values({ name: 'two' })])
    })
    expect(events.some((event) => event.sql.includes('prepare'))).toBe(false)
    expect(await bothOf(tenantId)).toEqual({ name: 'later', rows: ['one', 'two'] })
  })

  it('a batch over both is one transaction; a savepoint undoes both sides', async () => {
    const tenantId = await givenTenantOn('c2')
    const mine = db.tenant(tenantId)
    await mine.batch((tx) => [
      tx.insertInto('tenantLocks').values({ name: 'one' }),
      sql`select control.rename_tenant('batched', now())`,
    ])
    expect(await bothOf(tenantId)).toEqual({ name: 'batched', rows: ['one'] })
    await mine.write(async (tx) => {
      await insert(tx, 'two')
      await savepoint(tx, async () => {
        await rename(tx, 'undone')
        await insert(tx, 'one')
      }).catch(() => {})
    })
    expect(await bothOf(tenantId)).toEqual({ name: 'batched', rows: ['one', 'two'] })
  })

  it('two that wait crosswise for each other both come through', async () => {
    const tenantId = await givenTenantOn('c2')
    const mine = db.tenant(tenantId)
    await mine.write((tx) => insert(tx, 'shared'))
    const lock = (tx: WriteTx) => sql`select 1 from tenant_locks where name = 'shared' for update`.execute(tx)
    let arrived = 0
    const meet = async () => {
      arrived++
      for (let round = 0; arrived < 2 && round < 100; round++) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await Promise.all([
      mine.write(async (tx) => {
        await lock(tx)
        await meet()
        await rename(tx, 'crosswise')
      }),
      mine.write(async (tx) => {
        await rename(tx, 'crosswise')
        await meet()
        await lock(tx)
        await insert(tx, 'done')
      }),
    ])
    expect(await bothOf(tenantId)).toEqual({ name: 'crosswise', rows: ['done', 'shared'] })
  })
})

describe('a process that is killed', () => {
  const both = async (tx: WriteTx) => {
    await insert(tx, 'one')
    await rename(tx, 'after')
  }

  it.each([
    ['prepared', { committed: 0, refused: 1 }, { name: 'before', rows: [] }],
    ['decided', { committed: 1, refused: 0 }, { name: 'after', rows: ['one'] }],
  ] as const)('after it has %s leaves both sides or neither', async (last, settled, found) => {
    const tenantId = await givenTenantOn('c2')
    let reached = () => {}
    const stopped = new Promise<void>((resolve) => (reached = resolve))
    const doomed = anotherProcess(async (step) => {
      if (step !== last) return
      reached()
      await never()
    })
    doomed.db
      .tenant(tenantId)
      .write(both)
      .catch(() => {})
    await stopped
    await doomed.kill()
    expect((await listJointCommits(db)).length).toBe(1)
    // Not yet: it may only be slow.
    expect(await db.settleJointCommits(60_000)).toEqual({ committed: 0, refused: 0 })
    expect(await db.settleJointCommits(0)).toEqual(settled)
    expect(await bothOf(tenantId)).toEqual(found)
    expect(await listJointCommits(db)).toEqual([])
    // Afterwards all goes on.
    await db.tenant(tenantId).write((tx) => rename(tx, 'later'))
  })

  it('only seemed dead: it is done once, by the one or the other', async () => {
    const tenantId = await givenTenantOn('c2')
    let times = 0
    const slow = anotherProcess(async (step) => {
      if (step === 'prepared' && times++ === 0)
        expect(await db.settleJointCommits(0)).toEqual({ committed: 0, refused: 1 })
      if (step === 'decided') expect(await db.settleJointCommits(0)).toEqual({ committed: 1, refused: 0 })
    })
    await slow.db.tenant(tenantId).write(both)
    expect(times).toBe(2)
    expect(await bothOf(tenantId)).toEqual({ name: 'after', rows: ['one'] })
  })

  it('a COMMIT without an answer is unknown, and both sides say the same soon after', async () => {
    const tenantId = await givenTenantOn('c2')
    const owner = new pg.Client({ connectionString: place.clusters[0]?.adminUrl })
    await owner.connect()
    const cut = anotherProcess(async (step) => {
      if (step !== 'prepared') return
      // The row that decides has left, and waits.
      await owner.query('begin; lock table joint_commits in share mode')
      void untilLocked(place.clusters[0]?.adminUrl ?? '').then(() => cut.kill().then(() => owner.query('commit')))
    })
    await expect(cut.db.tenant(tenantId).write(both)).rejects.toBeInstanceOf(CommitOutcomeUnknown)
    await expect.poll(() => listJointCommits(db)).toEqual([])
    await owner.end()
    const { name, rows } = await bothOf(tenantId)
    expect([name, rows.length]).toEqual(rows.length > 0 ? ['after', 1] : ['before', 0])
  })

  it('lost before its COMMIT could leave it did not happen, and nobody says that this is unknown', async () => {
    const tenantId = await givenTenantOn('c2')
    const cut = anotherProcess(async (step) => {
      if (step === 'prepared') await cut.kill()
      await sleep(100)
    })
    const lost = cut.db.tenant(tenantId).write(both)
    await expect(lost).rejects.toSatisfy(isDatabaseUnavailable)
    await expect(lost).rejects.not.toBeInstanceOf(CommitOutcomeUnknown)
    await expect.poll(() => listJointCommits(db)).toEqual([])
    expect(await bothOf(tenantId)).toEqual({ name: 'before', rows: [] })
  })

  it('the first cluster gone after the decision: what was decided is answered, and done when it is back', async () => {
    const tenantId = await givenTenantOn('c2')
    const cut = anotherProcess(async (step) => {
      if (step === 'decided') await cut.kill()
    })
    await cut.db.tenant(tenantId).write(both)
    await expect.poll(() => listJointCommits(db)).toEqual([])
    expect(await bothOf(tenantId)).toEqual({ name: 'after', rows: ['one'] })
  })

  it('under load, with kills and looks at every moment: no half is ever seen in the end', async () => {
    const tenants = await Promise.all(Array.from({ length: 6 }, () => givenTenantOn('c2')))
    const acknowledged = new Map(tenants.map((id) => [id, 0]))
    const work = async (tenantId: TenantId, of: { db: Database; kill(): Promise<void> }) => {
      for (let number = 1; number <= 12; number++) {
        const word = `n${String(number).padStart(3, '0')}`
        await of.db
          .tenant(tenantId)
          .write(async (tx) => {
            await insert(tx, word)
            await rename(tx, word)
          })
          .then(
            () => acknowledged.set(tenantId, number),
            () => {},
          )
      }
    }
    const wild = tenants.map(() => {
      const process = anotherProcess(async () => {
        if (Math.random() < 0.25) await process.kill()
      })
      return process
    })
    let isOver = false
    const settling = (async () => {
      while (!isOver) await db.settleJointCommits(20).catch(() => {})
    })()
    await Promise.all(tenants.map((tenantId, at) => work(tenantId, wild[at] as (typeof wild)[number])))
    isOver = true
    await settling
    await db.settleJointCommits(0)
    expect(await listJointCommits(db)).toEqual([])
    for (const tenantId of tenants) {
      const { name, rows } = await bothOf(tenantId)
      expect(name).toBe(rows.at(-1) ?? 'before')
      const last = acknowledged.get(tenantId) ?? 0
      if (last > 0) expect(rows).toContain(`n${String(last).padStart(3, '0')}`)
    }
  })
})

describe('a task', () => {
  it('begins when what its transaction decided has ended on the first cluster, whoever ends it', async () => {
    const tenantId = await givenTenantOn('c2')
    let reached = () => {}
    const stopped = new Promise<void>((resolve) => (reached = resolve))
    const doomed = anotherProcess(async (step) => {
      if (step !== 'decided') return
      reached()
      await never()
    })
    doomed.db
      .tenant(tenantId)
      .write(async (tx) => {
        await insert(tx, 'work')
        await rename(tx, 'after')
      })
      .catch(() => {})
    await stopped
    await doomed.kill()
    let hasBegun = false
    const waiting = waitForJointCommits(db.at('c2'), tenantId).then(() => {
      hasBegun = true
    })
    await sleep(400)
    // Its row is there, and the tenant's name is not yet the one that goes with it.
    expect([hasBegun, await bothOf(tenantId)]).toEqual([false, { name: 'before', rows: ['work'] }])
    await db.settleJointCommits(0)
    await waiting
    expect(await bothOf(tenantId)).toEqual({ name: 'after', rows: ['work'] })
  })
})

describe('a cluster that answers nothing', () => {
  it('keeps back nobody who is to be settled on another', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const other = createDatabase({
      url: place.appUrl,
      clusters: [...place.clusters, { name: 'c3', url: `postgres://a:b@127.0.0.1:${port}/x` }],
      poolSize: 3,
      timeouts: { connect: 60_000 },
    })
    afterAll(() => other.end())
    const names = ['c3', 'c2'].map((cluster) => `learnt:${cluster}:some-tenant:${randomUUID()}`)
    for (const name of names) await ask(place.appUrl, `begin; select 1; prepare transaction '${name}'`)
    const settling = other.settleJointCommits(0).catch((error: unknown) => error)
    const left = async () => (await listJointCommits(db)).map(({ name }) => name)
    await expect.poll(left).toEqual([names[0]])
    // A round on the other one does not even ask it.
    expect(await other.at('c2').settleJointCommits(0)).toEqual({ committed: 0, refused: 0 })
    for (const socket of sockets) socket.destroy()
    expect(await settling).toBeInstanceOf(Error)
    await ask(place.appUrl, `rollback prepared '${names[0]}'`)
    silent.close()
  })
})

describe('the start', () => {
  const [far] = ['postgres://learnt_web:x@127.0.0.1:1/learnt']
  const open = (clusters: { name: string; url: string }[]) => {
    const other = createDatabase({ url: place.appUrl, clusters, poolSize: 2, timeouts: { connect: 500 } })
    afterAll(() => other.end())
    return other
  }

  it('is refused while a tenant lies on a cluster that nobody names', async () => {
    await givenTenantOn('c2')
    await expect(proveClusters(open([]), 2)).rejects.toThrow(
      'Tenants lie on c2, and nothing says where that is. Set CLUSTER_C2_URL',
    )
  })

  it('is refused when an address leads to another cluster than it says', async () => {
    const c2 = { name: 'c2', url: place.clusters[0]?.url ?? '' }
    await proveClusters(open([c2]), 2)
    await expect(proveClusters(open([c2, { ...c2, name: 'c3' }]), 2)).rejects.toThrow(
      'CLUSTER_C3_URL leads to cluster c2',
    )
    const twice = proveClusters(open([{ name: 'c2', url: place.appUrl }]), 2)
    await expect(twice).rejects.toThrow('CLUSTER_C2_URL leads to cluster main')
  })

  it('is refused when the first one cannot hold enough prepared transactions', async () => {
    const c2 = { name: 'c2', url: place.clusters[0]?.url ?? '' }
    await expect(proveClusters(open([c2]), 100_000)).rejects.toThrow('max_prepared_transactions is')
  })

  it('one cluster away: tenants of the others are served', async () => {
    const [here, there] = [await givenTenantOn('main'), await givenTenantOn('c2')]
    const other = open([{ name: 'c2', url: far as string }])
    await other.tenant(here).write((tx) => insert(tx, 'served'))
    const failed = await other
      .tenant(there)
      .read((tx) => tx.selectFrom('tenantLocks').selectAll().execute())
      .catch((error: unknown) => error)
    expect(isDatabaseUnavailable(failed)).toBe(true)
    // What the control plane alone knows of it is still answered.
    await other.tenant(there).read((tx) => sql`select control.settings_of_tenant()`.execute(tx))
    expect((await bothOf(here)).rows).toEqual(['served'])
  })
})
