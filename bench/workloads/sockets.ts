import { randomUUID } from 'node:crypto'
import { type Bench, type Figure, fromEstimate, tenantOf, type Workload } from '../bench.ts'
import { estimate, median, percentile, rounded } from '../measure.ts'
import { type Crowd, cpuOf, cpuOfDatabase, memoryOf, openCrowd } from '../processes.ts'
import { type BenchTenant, idOf, type Person } from '../world.ts'

/** People on one page of a list. */
const WATCHED = 25
/** Changes while half of the browsers are disconnected. */
const MISSED = 20

export const socketWorkloads: Workload[] = [
  {
    name: 'sockets',
    about: 'S10: one change told to many browsers, beside the bare loop; who comes back; who is there',
    async run(bench) {
      const count = bench.options.sockets
      // A process that has worked keeps room for sockets that a fresh one lacks, so memory of the start is released
      // first.
      await bench.restart()
      await new Promise((resolve) => setTimeout(resolve, 9000))
      const tenant = tenantOf(bench, 10_000)
      const people = await bench.world.crowd(tenant, count)
      const before = { product: memoryOf(bench.product.pid), floor: memoryOf(bench.floor.pid) }
      const product = await openCrowd({
        count,
        url: `${bench.product.url.replace('http', 'ws')}/api/live`,
        origin: bench.product.url,
        cookies: people.map((person) => `__Host-Http-learnt=${person.token}`),
      })
      const floor = await openCrowd({
        count,
        url: `${bench.floor.url.replace('http', 'ws')}/`,
        origin: '',
        cookies: [],
      })
      try {
        const held = { product: memoryOf(bench.product.pid), floor: memoryOf(bench.floor.pid) }
        return [
          ...(await fanOut(bench, tenant, { product, floor })),
          {
            id: 'S10.memory',
            goal: 'S10',
            what: 'Memory of the server for a socket',
            unit: 'kB',
            value: rounded(((held.product - before.product) * 1024) / count),
            atMost: 20,
            beside: { 'bare loop': `${rounded(((held.floor - before.floor) * 1024) / count)} kB` },
          },
          ...(await presence(bench, product, people)),
          await reconnects(bench, tenant, product),
        ]
      } finally {
        await Promise.all([product.close(), floor.close()])
      }
    },
  },
]

async function fanOut(bench: Bench, tenant: BenchTenant, sides: Record<'product' | 'floor', Crowd>): Promise<Figure[]> {
  const count = bench.options.sockets
  const found = { product: [] as number[], floor: [] as number[] }
  const cpu = { product: 0, floor: 0 }
  const rounds = bench.options.rounds * 3
  let lost = 0
  const { rows } = await bench.world.admin.query(`select last from control.live_position`)
  let position = Number((rows[0] as { last: string }).last) + 1
  for (let round = 0; round < rounds + 1; round++) {
    for (const [name, channel] of [
      ['product', 'learnt_live'],
      ['floor', 'bench_floor'],
    ] as const) {
      // Longer than the interval of checking rights, so that its cost is included.
      await new Promise((resolve) => setTimeout(resolve, 1100))
      position++
      const event = {
        position,
        tenantId: tenant.id,
        topic: 'me',
        userId: null,
        kind: 'bench',
        subjectId: idOf('step', tenant.id, position),
      }
      const used = cpuOf(bench[name].pid)
      const times = await sides[name].hear(() =>
        bench.world.admin.query(`select pg_notify($1, $2)`, [channel, JSON.stringify([event])]),
      )
      if (round === 0) continue
      lost += count - times.length
      cpu[name] += cpuOf(bench[name].pid) - used
      found[name].push(percentile(times, 0.99))
    }
  }
  await bench.world.admin.query(`update control.live_position set last = greatest(last, $1)`, [position])
  return [
    {
      id: 'S10.p99',
      goal: 'S10',
      what: `One change to ${count} sockets, p99 over the bare loop's`,
      unit: '×',
      ...fromEstimate(estimate(found.product.map((value, i) => value / (found.floor[i] ?? Number.NaN)))),
      atMost: 1.5,
      beside: {
        product: `p99 ${rounded(median(found.product))} ms, CPU ${rounded(cpu.product / rounds)} ms a change`,
        floor: `p99 ${rounded(median(found.floor))} ms, CPU ${rounded(cpu.floor / rounds)} ms a change`,
      },
    },
    {
      id: 'S10.lost',
      goal: 'S10',
      what: 'Sockets that did not hear of a change',
      unit: '',
      value: lost,
      atMost: 0,
      beside: { told: rounds * count * 2 },
    },
  ]
}

/** Half of them are disconnected, and come back by their cursors after changes that the relay has announced. */
async function reconnects(bench: Bench, tenant: BenchTenant, crowd: Crowd): Promise<Figure> {
  const ids = Array.from({ length: MISSED }, () => randomUUID())
  await crowd.cut(0.5)
  await bench.world.admin.query(
    `insert into live_events (tenant_id, id, topic, user_id, kind, subject_id, at)
     select $1, gen_random_uuid(), 'me', null, 'bench', id, now() from unnest($2::uuid[]) id`,
    [tenant.id, ids],
  )
  const { lost, seconds } = await crowd.back(ids)
  return {
    id: 'S10.back',
    goal: 'S10',
    what: `Words lost when half of ${bench.options.sockets} sockets are cut off and come back`,
    unit: '',
    value: lost,
    atMost: 0,
    beside: { told: MISSED * bench.options.sockets, 'all back': `${rounded(seconds)} s` },
  }
}

/** Everybody is present and looks at a page of others; then some go to another page. */
async function presence(bench: Bench, crowd: Crowd, people: readonly Person[]): Promise<Figure[]> {
  const { product, world } = bench
  const cost = () => cpuOf(product.pid) + cpuOfDatabase(world.postmaster)
  const usedBefore = cost()
  const began = performance.now()
  await crowd.say(people.map(() => JSON.stringify({ say: 'here', area: 'home' })))
  for (;;) {
    const { rows } = await world.admin.query(
      `select count(*)::int as there from presence where tenant_id = $1 and state = 'online'`,
      [people[0]?.tenantId],
    )
    if ((rows[0] as { there: number }).there >= people.length || performance.now() - began > 60_000) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const arrived = { seconds: (performance.now() - began) / 1000, cpu: (cost() - usedBefore) / people.length }
  // Each browser watches the next WATCHED people, so a change of one person is sent to as many. They begin one after the
  // other, as real pages open.
  const watching = people.map((_, i) =>
    JSON.stringify({
      say: 'watch',
      userIds: Array.from({ length: WATCHED }, (_, n) => people[(i + 1 + n) % people.length]?.userId),
    }),
  )
  for (let i = 0; i < watching.length; i += 500) {
    const some = Math.min(500, watching.length - i)
    await crowd.hearPresence(some * WATCHED, () =>
      crowd.say(watching.map((text, n) => (n >= i && n < i + some ? text : ''))),
    )
  }
  // Presence of teams and areas is sent only to people who may see it; learners see their own team's.
  const times: number[] = []
  const costs: number[] = []
  const changing = Math.min(100, Math.floor(people.length / (WATCHED * 2)))
  const step = Math.floor(people.length / changing)
  for (let round = 0; round < bench.options.rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const used = cost()
    const text = JSON.stringify({ say: 'here', area: round % 2 === 0 ? 'mycourses' : 'home' })
    const heard = await crowd.hearPresence(changing * WATCHED, () =>
      crowd.say(people.map((_, n) => (n % step === 0 && n / step < changing ? text : ''))),
    )
    if (heard.length < changing * WATCHED) throw new Error(`Only ${heard.length} heard who went where`)
    costs.push((cost() - used) / changing)
    times.push(percentile(heard, 0.99))
  }
  return [
    {
      id: 'S10.presence',
      goal: 'S10',
      what: `${changing} of ${people.length} people go to another page, until the ${WATCHED} who look at each know, p99`,
      unit: 'ms',
      value: rounded(median(times)),
      atMost: 1000,
      beside: {
        'a change, with all who are told': `${rounded(median(costs))} ms of processor, database's with it`,
        'everybody came': `${rounded(arrived.seconds)} s, ${rounded(arrived.cpu)} ms of processor each`,
      },
    },
  ]
}
