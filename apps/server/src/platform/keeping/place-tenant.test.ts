import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@learnt/contract'
import { makeWorkerUtils } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../test/connection.ts'
import { statementsOf } from '../../../test/db.ts'
import { type GivenInstallation, givenInstallation, hashRows } from '../../../test/given/installations.ts'
import { givenTenant } from '../../../test/given/people.ts'
import { givenWorld, type World } from '../../../test/given/world.ts'
import { compareRollups, recountRollups } from '../../features/assignments/commands/recount-rollups.ts'
import { firstCluster } from '../db/clusters.ts'
import { createDatabase, type Database } from '../db/database.ts'
import { isElsewhere } from '../db/errors.ts'
import { newId } from '../ids.ts'
import { enqueue } from '../outbox.ts'
import type { TenantId } from '../tenant/tenant-id.ts'
import { type MoveStep, PlacedAlready, type PlaceOptions, placeTenant, planMove, recoverMoves } from './place-tenant.ts'
import { leftTables } from './tables.ts'

// Each move makes and empties all tables of a tenant.
vi.setConfig({ testTimeout: 60_000 })

let place: GivenInstallation
let world: World
let neighbour: World
beforeAll(async () => {
  place = await givenInstallation(2)
  world = await givenWorld(place.app)
  neighbour = await givenWorld(place.app)
  for (const { tenantId } of [world, neighbour]) await recountRollups(place.app.services, tenantId)
})

const ownersOf = ({ adminUrl, clusters }: GivenInstallation) => ({ adminUrl, clusters })
const said: string[] = []

function move(tenantId: string, to: string, of: Partial<PlaceOptions> = {}) {
  const say = (line: string) => void said.push(line)
  return placeTenant({ owners: ownersOf(place), db: place.db, tenantId, to, say, ...of })
}

const recover = () => recoverMoves({ owners: ownersOf(place), db: place.db, say: (line) => void said.push(line) })

/** Where it is not. */
const otherThan = (cluster: string) => (cluster === firstCluster ? 'c2' : firstCluster)

/** What a move changes on purpose. */
const without = [...leftTables, 'audit_entries', 'audit_payloads', 'closed_places']

/** Another process, which knows where everybody lay. */
function anotherProcess(): Database {
  const db = createDatabase({ url: place.appUrl, clusters: place.clusters, poolSize: 3 })
  afterAll(() => db.end())
  return db
}

/** Not what this process believes. */
const placeOf = async (tenantId: TenantId) =>
  (await ask<{ cluster: string }>(place.adminUrl, `select cluster from control.tenants where id = '${tenantId}'`))[0]
    ?.cluster ?? ''
const ownerUrlOf = async (tenantId: TenantId) => {
  const cluster = await placeOf(tenantId)
  return place.clusters.find(({ name }) => name === cluster)?.adminUrl ?? place.adminUrl
}
const insert = (db: Database, tenantId: TenantId, name: string) =>
  db.tenant(tenantId).write((tx) => tx.insertInto('tenantLocks').values({ name }).execute())
const namesOf = async (tenantId: TenantId) =>
  (await ask<{ name: string }>(await ownerUrlOf(tenantId), 'select name from tenant_locks', [], tenantId)).map(
    ({ name }) => name,
  )
const leftOn = async (cluster: string, tenantId: TenantId) => {
  const url = place.clusters.find(({ name }) => name === cluster)?.adminUrl ?? place.adminUrl
  return ask<{ count: number }>(
    url,
    `select (select count(*) from memberships)::int + (select count(*) from courses)::int + (select count(*) from outbox)::int as count`,
    [],
    tenantId,
  )
}

describe('a tenant that is moved', () => {
  it('is there as it was, to and fro, and its neighbour notices nothing', async () => {
    const { tenantId } = world
    const [before, theirs] = [await hashRows(place, { tenantId, without }), await hashRows(place, neighbour)]
    const from = await placeOf(tenantId)
    for (const to of [otherThan(from), from]) {
      const { rows, closedMs } = await move(tenantId, to)
      expect(rows).toBeGreaterThan(20)
      expect(closedMs).toBeLessThan(30_000)
      expect(await placeOf(tenantId)).toBe(to)
      expect(await hashRows(place, { tenantId, without })).toEqual(before)
      expect(await leftOn(otherThan(to), tenantId)).toEqual([{ count: 0 }])
      // This process was told by nobody.
      const differences = await place.db.tenant(tenantId).read(compareRollups)
      expect(Object.values(differences).every((count) => count === 0)).toBe(true)
      const { body } = await place.app.call(world.admin, api.courses.list, {})
      expect(body.total).toBeGreaterThan(0)
      const audit = await ask(
        await ownerUrlOf(tenantId),
        `select p.after from audit_entries a join audit_payloads p on p.entry_id = a.id
         where a.action = 'tenants.place' order by a.at desc limit 1`,
        [],
        tenantId,
      )
      expect(audit).toEqual([{ after: { cluster: to } }])
    }
    expect(await hashRows(place, neighbour)).toEqual(theirs)
    expect(await ask(place.adminUrl, 'select 1 from control.tenant_moves')).toEqual([])
  })

  it('loses nothing that was acknowledged to those who write meanwhile, on one side or on both', async () => {
    const { tenantId } = await givenTenant(place.app, { cluster: 'main' })
    const other = await givenTenant(place.app, { cluster: 'c2' })
    const acknowledged: string[] = []
    const refused: unknown[] = []
    let theirs = 0
    let writing = true
    const writers = [place.db, anotherProcess(), anotherProcess()].map(async (db, at) => {
      for (let nth = 0; writing; nth++) {
        const name = `n${at}-${nth}`
        const done =
          at === 0
            ? insert(db, tenantId, name)
            : db.tenant(tenantId).write(async (tx) => {
                await tx.insertInto('tenantLocks').values({ name }).execute()
                await sql`select control.rename_tenant(${name}, now())`.execute(tx)
              })
        await done.then(
          () => acknowledged.push(name),
          (error: unknown) => refused.push(error),
        )
      }
    })
    const neighbours = (async () => {
      while (writing) await insert(place.db, other.tenantId, `t${theirs++}`)
    })()
    for (const to of ['c2', 'main', 'c2']) {
      const [ours, before] = [acknowledged.length, theirs]
      await expect.poll(() => acknowledged.length).toBeGreaterThan(ours + 10)
      await expect.poll(() => theirs).toBeGreaterThan(before + 5)
      await move(tenantId, to)
      expect(await placeOf(tenantId)).toBe(to)
    }
    const last = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(last)
    writing = false
    await Promise.all([...writers, neighbours])
    const found = new Set(await namesOf(tenantId))
    expect(acknowledged.length).toBeGreaterThan(20)
    expect(acknowledged.filter((name) => !found.has(name))).toEqual([])
    // Who has waited for two seconds is told to come again; on a slow machine a move takes longer.
    expect(refused.filter((error) => !isElsewhere(error))).toEqual([])
    expect(theirs).toBeGreaterThan(10)
    expect(await leftOn('main', tenantId)).toEqual([{ count: 0 }])
  })

  it('is waited for by a small write, refused a long one, and can be read; nobody writes at the old place after', async () => {
    const { tenantId } = world
    const late = anotherProcess()
    const from = await placeOf(tenantId)
    const events = await statementsOf(late, () => insert(late, tenantId, 'before'))
    expect(events.map(({ cluster }) => cluster)).toContain(from)
    let answers: { status: number; retryAfter: unknown; detail: unknown; read: number } | undefined
    await move(tenantId, otherThan(from), {
      at: async (step) => {
        if (step !== 'closed') return
        const written = await place.app.call(world.admin, api.views.save, {
          body: { list: 'courses', name: newId(), query: '' },
        })
        const read = await place.app.call(world.admin, api.courses.list, {})
        const { status, problem, headers } = written
        answers = { status, retryAfter: headers['retry-after'], detail: problem?.detail, read: read.status }
      },
    })
    expect(answers).toEqual({
      status: 503,
      retryAfter: '5',
      detail: expect.stringContaining('is being moved'),
      read: 200,
    })
    // It believes for some seconds yet that the tenant lies where it lay.
    const after = await statementsOf(late, () => insert(late, tenantId, 'after'))
    expect(after.at(-1)?.cluster).toBe(otherThan(from))
    expect(await namesOf(tenantId)).toEqual(expect.arrayContaining(['before', 'after']))
    const { at, moved } = await late.listMoved(null)
    expect(moved.find((one) => one.tenantId === tenantId)?.cluster).toBe(otherThan(from))
    // Long after it, but no longer than since the last look.
    await ask(
      place.adminUrl,
      `update control.tenants set placed_at = now() - interval '10 minutes' where id = '${tenantId}'`,
    )
    const isIn = async (since: Date | null) =>
      (await late.listMoved(since)).moved.some((one) => one.tenantId === tenantId)
    expect(await isIn(at)).toBe(false)
    expect(await isIn(new Date((at as Date).getTime() - 11 * 60_000))).toBe(true)
  })

  it('waits for a transaction that was open before, and gives up on one that stays', async () => {
    const { tenantId } = world
    const from = await placeOf(tenantId)
    const to = otherThan(from)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let begun = () => {}
    const isOpen = new Promise<void>((resolve) => (begun = resolve))
    const slow = anotherProcess()
      .tenant(tenantId)
      .write(async (tx) => {
        await sql`select 1`.execute(tx)
        begun()
        await held
        await tx.insertInto('tenantLocks').values({ name: 'slow' }).execute()
      })
    await isOpen
    await expect(move(tenantId, to, { patienceMs: 300 })).rejects.toThrow('still open')
    // It was taken back: whoever writes is served.
    await insert(place.db, tenantId, 'served')
    const moving = move(tenantId, to)
    await sleep(300)
    release()
    await slow
    await moving
    expect(await placeOf(tenantId)).toBe(to)
    expect(await namesOf(tenantId)).toEqual(expect.arrayContaining(['slow', 'served']))
  })

  it('waits where one goes on after its first statement was refused, whatever becomes of that error', async () => {
    const { tenantId } = world
    const from = await placeOf(tenantId)
    const late = anotherProcess()
    await insert(late, tenantId, `knows ${from}`)
    await move(tenantId, otherThan(from))
    const swallow = (error: unknown) => expect(error).toBeDefined()
    let runs = 0
    await late.tenant(tenantId).write(async (tx) => {
      runs++
      await tx
        .insertInto('tenantLocks')
        .values({ name: `last word ${from}` })
        .execute()
        .catch(swallow)
    })
    expect(runs).toBe(2)
    await move(tenantId, from)
    await late.tenant(tenantId).write(async (tx) => {
      runs++
      await sql`select 1`.execute(tx).catch(swallow)
      await tx
        .insertInto('tenantLocks')
        .values({ name: `and more ${from}` })
        .execute()
    })
    expect(runs).toBe(4)
    expect(await namesOf(tenantId)).toEqual(expect.arrayContaining([`last word ${from}`, `and more ${from}`]))
  })

  it('waits for a relay that has its work in hand, and gives up on one that stays', async () => {
    const { tenantId } = await givenTenant(place.app, { cluster: 'main' })
    const utils = await makeWorkerUtils({ connectionString: place.adminUrl })
    await utils.migrate()
    await utils.release()
    const mailId = newId()
    await place.db.tenant(tenantId).write(async (tx) => {
      await enqueue({ now: place.app.clock.now() }, tx, 'mails.send', { mailId })
    })
    const relay = new pg.Client({ connectionString: place.adminUrl })
    await relay.connect()
    await relay.query('begin')
    await relay.query('set local role learnt_relay')
    const { rows } = await relay.query<{ id: string; payload: unknown }>(
      'delete from outbox where tenant_id = $1 and payload @> $2 returning id, payload',
      [tenantId, JSON.stringify({ mailId })],
    )
    const [taken] = rows
    await expect(move(tenantId, 'c2', { patienceMs: 300 })).rejects.toThrow('on the outbox is still open')
    expect(await placeOf(tenantId)).toBe('main')
    const moving = move(tenantId, 'c2')
    await sleep(300)
    await relay.query('reset role')
    const payload = { tenantId, task: 'mails.send', payload: taken?.payload }
    await relay.query(`select graphile_worker.add_job('learnt', $1::json, job_key => $2)`, [payload, taken?.id])
    await relay.query('commit')
    await relay.end()
    await moving
    const jobs = `select 1 from graphile_worker._private_jobs where payload->>'tenantId' = '${tenantId}'`
    expect(await ask(place.adminUrl, jobs)).toEqual([])
    const held = await ask<{ id: string }>(
      await ownerUrlOf(tenantId),
      `select id from outbox where payload->>'mailId' = '${mailId}'`,
      [],
      tenantId,
    )
    expect(held).toEqual([{ id: taken?.id }])
  })

  it('is not moved beside a process that would not notice', async () => {
    const { tenantId } = await givenTenant(place.app, { cluster: 'main' })
    const alone = createDatabase({ url: place.appUrl, poolSize: 1 })
    await insert(alone, tenantId, 'alone')
    try {
      await expect(move(tenantId, 'c2')).rejects.toThrow('1 of "learnt"')
      await expect(planMove({ owners: ownersOf(place), tenantId, to: 'c2' })).rejects.toThrow('CLUSTER_<NAME>_URL')
      expect(await ask(place.adminUrl, 'select 1 from control.tenant_moves')).toEqual([])
    } finally {
      await alone.end()
    }
    // One that comes while it is under way takes it back, until the tenant is there.
    for (const step of ['closed', 'left'] as const) {
      const late = createDatabase({ url: place.appUrl, poolSize: 1 })
      const moving = move(tenantId, 'c2', {
        at: async (now) => {
          if (now === step) await late.tenant(tenantId).read((tx) => sql`select 1`.execute(tx))
        },
      })
      await expect(moving).rejects.toThrow('would not notice')
      await late.end()
      expect(await placeOf(tenantId)).toBe('main')
      await insert(place.db, tenantId, `after ${step}`)
    }
    await move(tenantId, 'c2')
    expect(await namesOf(tenantId)).toEqual(expect.arrayContaining(['alone', 'after closed', 'after left']))
  })

  it('is there when a reader of before outlasts the patience: it is said so, and the rest is done later', async () => {
    const { tenantId } = await givenTenant(place.app, { cluster: 'main' })
    const reader = new pg.Client({ connectionString: place.appUrl })
    await reader.connect()
    const moving = move(tenantId, 'c2', {
      patienceMs: 300,
      at: async (step) => {
        if (step === 'copied') await reader.query('begin; select 1')
      },
    })
    await expect(moving).rejects.toThrow(`${tenantId} lies on c2 now`)
    await insert(place.db, tenantId, 'served')
    expect(await namesOf(tenantId)).toEqual(['served'])
    await reader.query('rollback')
    await reader.end()
    expect(await recover()).toEqual([tenantId])
    expect(await leftOn('main', tenantId)).toEqual([{ count: 0 }])
  })

  it('takes its work along: what waits in the outbox and what the runner has', async () => {
    const { tenantId } = world
    const from = await placeOf(tenantId)
    const utils = await makeWorkerUtils({ connectionString: await ownerUrlOf(tenantId) })
    await utils.migrate()
    const [queued, waiting] = [newId(), newId()]
    const payload = { tenantId, task: 'mails.send', payload: { mailId: newId() } }
    await utils.addJob('learnt', payload, { jobKey: queued })
    await utils.release()
    // No work any more, and not to begin again elsewhere.
    const givenUp = newId()
    await ask(
      await ownerUrlOf(tenantId),
      `select graphile_worker.add_job('learnt', '${JSON.stringify(payload)}', job_key => '${givenUp}', max_attempts => 1);
       update graphile_worker._private_jobs set attempts = 1 where key = '${givenUp}'`,
    )
    await place.db.tenant(tenantId).write(async (tx) => {
      await enqueue({ now: place.app.clock.now() }, tx, 'mails.send', { mailId: waiting })
    })
    await move(tenantId, otherThan(from), {
      at: async (step) => {
        if (step !== 'copied') return
        const held = await ask(
          place.adminUrl,
          `select holds_work from control.closed_places where tenant_id = '${tenantId}'`,
        )
        expect(held).toEqual([{ holds_work: true }])
      },
    })
    const rows = await ask<{ id: string; payload: unknown }>(
      await ownerUrlOf(tenantId),
      `select id, payload from outbox where task = 'mails.send'`,
      [],
      tenantId,
    )
    expect(rows.map(({ id }) => id)).toContain(queued)
    expect(rows.map((row) => JSON.stringify(row.payload)).join()).toContain(waiting)
    const left = await ask(
      place.clusters.find(({ name }) => name === from)?.adminUrl ?? place.adminUrl,
      `select key from graphile_worker._private_jobs where payload->>'tenantId' = '${tenantId}'`,
    )
    expect(left).toEqual([{ key: givenUp }])
    expect(rows.map(({ id }) => id)).not.toContain(givenUp)
    expect(await leftOn(from, tenantId)).toEqual([{ count: 0 }])
  })
})

describe('a move that is killed', () => {
  const steps: [MoveStep, boolean][] = [
    ['begun', false],
    ['closed', false],
    ['copied', false],
    ['left', false],
    ['placed', true],
    ['opened', true],
    ['emptied', true],
  ]
  it.each(steps)('after it was %s is taken back or brought to its end', async (last, isPlaced) => {
    const { tenantId } = neighbour
    const before = await hashRows(place, { tenantId, without })
    const from = await placeOf(tenantId)
    let reached = () => {}
    const stopped = new Promise<void>((resolve) => (reached = resolve))
    move(tenantId, otherThan(from), {
      at: async (step) => {
        if (step !== last) return
        reached()
        await new Promise(() => {})
      },
    }).catch(() => {})
    await stopped
    // Somebody is at it: it is left alone.
    expect(await recover()).toEqual([])
    await expect(move(world.tenantId, otherThan(await placeOf(world.tenantId)))).rejects.toThrow(
      'Another tenant is being moved',
    )
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'learnt-keeping' and pid <> pg_backend_pid()`
    for (const url of [place.adminUrl, place.clusters[0]?.adminUrl as string]) await ask(url, kill)
    await expect.poll(recover).toEqual([tenantId])
    const now = isPlaced ? otherThan(from) : from
    expect(await placeOf(tenantId)).toBe(now)
    expect(await hashRows(place, { tenantId, without })).toEqual(before)
    expect(await leftOn(otherThan(now), tenantId)).toEqual([{ count: 0 }])
    // Whoever writes is served, and it can be moved again.
    const name = `after ${last}`
    await insert(anotherProcess(), tenantId, name)
    expect(await namesOf(tenantId)).toContain(name)
    await move(tenantId, otherThan(now))
    expect(await namesOf(tenantId)).toContain(name)
    expect(await recover()).toEqual([])
  })
})

it('a move that fails when the tenant is placed says that it is there, and is brought to its end', async () => {
  const { tenantId } = await givenTenant(place.app, { cluster: 'main' })
  const failing = move(tenantId, 'c2', {
    at: async (step) => {
      if (step === 'opened') throw new Error('somebody reads on')
    },
  })
  await expect(failing).rejects.toBeInstanceOf(PlacedAlready)
  await expect(failing).rejects.toThrow('lies on c2 now, and is served there; do not move it again')
  expect(await placeOf(tenantId)).toBe('c2')
  expect(await recover()).toEqual([tenantId])
  expect(await leftOn('main', tenantId)).toEqual([{ count: 0 }])
})

it('a move whose cluster is away keeps no other one back, and only its own tenant from being moved', async () => {
  const [stuck, next] = [
    await givenTenant(place.app, { cluster: 'main' }),
    await givenTenant(place.app, { cluster: 'main' }),
  ]
  // On a cluster that this one does not reach.
  const begun = `insert into control.tenant_moves (tenant_id, from_cluster, to_cluster, place_number, begun_at) values `
  await ask(place.adminUrl, `${begun} ('${stuck.tenantId}', 'main', 'away', 0, now() - interval '1 hour')`)
  try {
    await ask(place.adminUrl, `${begun} ('${next.tenantId}', 'main', 'c2', 0, now())`)
    await expect(recover()).rejects.toThrow()
    const open = await ask(place.adminUrl, 'select tenant_id from control.tenant_moves')
    expect(open).toEqual([{ tenant_id: stuck.tenantId }])
    await move(next.tenantId, 'c2')
    expect(await placeOf(next.tenantId)).toBe('c2')
    await expect(move(stuck.tenantId, 'c2')).rejects.toThrow('half-way')
  } finally {
    await ask(place.adminUrl, `delete from control.tenant_moves where tenant_id = '${stuck.tenantId}'`)
  }
})

it('refuses what it cannot move, and says beforehand what it would', async () => {
  const { tenantId } = world
  const at = await placeOf(tenantId)
  const plan = await planMove({ owners: ownersOf(place), tenantId, to: otherThan(at) })
  expect(plan).toMatchObject({ from: at, running: 0 })
  expect(plan.rows).toBeGreaterThan(20)
  await expect(move(tenantId, at)).rejects.toThrow(`lies on ${at} already`)
  await expect(move(tenantId, 'c9')).rejects.toThrow('There is no cluster "c9". There are: main, c2')
  await expect(move('nobody', 'c2')).rejects.toThrow('There is no tenant "nobody"')
  const doomed = await givenTenant(place.app, { cluster: 'main' })
  await ask(
    place.adminUrl,
    `update control.tenants set status = 'deleted', deleted_at = now() where id = '${doomed.tenantId}'`,
  )
  await expect(move(doomed.tenantId, 'c2')).rejects.toThrow('was deleted')
  const withoutOwner = { adminUrl: place.adminUrl, clusters: place.clusters.map(({ name }) => ({ name })) }
  await expect(move(tenantId, otherThan(at), { owners: withoutOwner })).rejects.toThrow('CLUSTER_C2_ADMIN_URL')
  expect(await ask(place.adminUrl, 'select 1 from control.tenant_moves')).toEqual([])
})
