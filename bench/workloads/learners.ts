import {
  asPerson,
  type Bench,
  besideOf,
  compare,
  type Figure,
  figuresOf,
  fromEstimate,
  measure,
  tenantOf,
  toFloor,
  type Workload,
} from '../bench.ts'
import { estimate, growthPerTen, percentile, type Round, rounded } from '../measure.ts'
import { startLoadGenerator } from '../processes.ts'
import { ACCOUNTS, type BenchTenant, openAttempts, packageItem, password } from '../world.ts'

/** Rounds with sign-ins and without: enough that the sixth to the fifteenth ratio enclose the median with 95 %. */
const PAIRS = 20

export const learnerWorkloads: Workload[] = [
  {
    name: 'sign-in',
    about: 'S1: sign in beside the bare password hash, and what others feel of it',
    async run(bench) {
      const tenant = tenantOf(bench, 10_000)
      const [someone] = await bench.world.learners(tenant)
      if (!someone) throw new Error('No learners')
      const signInsTo = (into: BenchTenant) =>
        Array.from({ length: ACCOUNTS }, (_, i) =>
          asPerson(
            bench,
            { ...someone, token: '' },
            {
              method: 'POST',
              path: '/api/session',
              body: JSON.stringify({ username: `p${300 + i}@${into.id}.example`, password, team: into.id }),
            },
          ),
        )
      const signIns = signInsTo(tenant)
      const found = await compare(bench, {
        name: 'sign-in',
        product: signIns,
        floor: [toFloor(bench, null, { method: 'POST', path: '/hash', body: '{}' })],
        clients: 1,
      })
      const alone: Round[] = []
      const beside: Round[] = []
      const second = await startLoadGenerator()
      try {
        await second.prepare('crowd', signIns)
        await bench.load.prepare('others', await homeRequests(bench, tenant))
        // More rounds than elsewhere: the p95 of 100 answers is the sixth slowest, and with six pairs it varies from
        // 0.8 to 3.
        const pairs = Math.max(bench.options.rounds, PAIRS)
        const seconds = 2 * bench.options.seconds
        const of = { clients: 4, seconds, rate: 50 }
        const others = () => measure(bench, 'others', bench.product.pid, of)
        const crowded = async () => {
          // More than the hash pool takes at once; the rest waits in its queue.
          const crowd = second.run({ name: 'crowd', clients: 12, seconds: seconds + 0.5 })
          // The first requests of a crowd meet an empty pool and cold caches.
          await new Promise((resolve) => setTimeout(resolve, 250))
          beside.push(await others())
          await crowd
        }
        await others()
        for (let round = 0; round < pairs; round++) {
          if (round % 2 === 1) await crowded()
          alone.push(await others())
          if (round % 2 === 0) await crowded()
        }
      } finally {
        await second.stop()
      }
      const [quiet, busy] = [figuresOf(alone), figuresOf(beside)]
      const sizes = bench.world.tenants.map((one) => ({ size: one.people, name: `sign-in ${one.id}`, one }))
      const rounds = new Map<string, Round[]>(sizes.map(({ name }) => [name, []]))
      for (const { name, one } of sizes) await bench.load.prepare(name, signInsTo(one))
      for (let round = 0; round < bench.options.rounds; round++)
        for (const { name } of round % 2 === 0 ? sizes : sizes.toReversed())
          rounds
            .get(name)
            ?.push(await measure(bench, name, bench.product.pid, { clients: 1, seconds: bench.options.seconds }))
      const points = sizes.map(({ size, name }) => ({ size, cost: figuresOf(rounds.get(name) ?? []).databaseCpu }))
      return [
        {
          id: 'S1.cpu',
          goal: 'S1',
          what: 'Sign-in, processor time over the password hash alone',
          unit: '×',
          ...fromEstimate(found.cpu),
          atMost: 1.5,
          beside: besideOf(found),
        },
        {
          id: 'S1.others',
          goal: 'S1',
          what: "Others' p95 while sign-ins fill the hash pool, over the p95 without",
          unit: '×',
          // For each pair separately: the p95 of all together would be that of the machine's busiest moment.
          ...fromEstimate(estimate(beside.map((round, i) => p95Of(round) / p95Of(alone[i])))),
          atMost: 2,
          beside: {
            without: `p50 ${quiet.p50} ms, p95 ${quiet.p95} ms`,
            with: `p50 ${busy.p50} ms, p95 ${busy.p95} ms`,
          },
        },
        // The database's only: the hash costs both sides the same and would hide the difference.
        growth('S1.growth', 'S1', "Sign-in, the database's processor time at ten times the people", points, 1.1),
      ]
    },
  },
  {
    name: 'home',
    about: 'S2: the homepage with all its sections, in one request',
    async run(bench) {
      const points: { size: number; cost: number }[] = []
      const figures: Figure[] = []
      for (const tenant of bench.world.tenants) {
        const people = await bench.world.learners(tenant)
        const found = await compare(bench, {
          name: 'home',
          product: await homeRequests(bench, tenant),
          floor: people.map((person) => toFloor(bench, person, { path: '/home' })),
        })
        points.push({ size: tenant.people, cost: found.product.cpu + found.product.databaseCpu })
        if (tenant === tenantOf(bench, 100_000))
          figures.push({
            id: 'S2.rate',
            goal: 'S2',
            what: `Homepage, requests in a second over the floor's (${tenant.people} people)`,
            unit: '×',
            ...fromEstimate(found.rate),
            atLeast: 0.5,
            beside: besideOf(found),
          })
      }
      return [...figures, growth('S2.growth', 'S2', 'Homepage, processor time at ten times the people', points, 1.2)]
    },
  },
  {
    name: 'course',
    about: 'S4: open a course',
    async run(bench) {
      const points: { size: number; cost: number }[] = []
      const figures: Figure[] = []
      for (const tenant of bench.world.tenants) {
        const people = await bench.world.learners(tenant)
        const { rows } = await bench.world.admin.query(
          `select distinct on (user_id) user_id, id from assignments where tenant_id = $1 and user_id = any ($2::uuid[]) and state = 'inprogress' order by user_id, id`,
          [tenant.id, people.map((person) => person.userId)],
        )
        const mine = (rows as { user_id: string; id: string }[]).flatMap((row) => {
          const person = people.find((one) => one.userId === row.user_id)
          return person ? [{ person, id: row.id }] : []
        })
        const found = await compare(bench, {
          name: 'course',
          product: mine.map(({ person, id }) => asPerson(bench, person, { path: `/api/my/courses/${id}` })),
          floor: mine.map(({ person, id }) => toFloor(bench, person, { path: `/course?id=${id}` })),
        })
        points.push({ size: tenant.people, cost: found.product.cpu + found.product.databaseCpu })
        if (tenant === tenantOf(bench, 100_000))
          figures.push({
            id: 'S4.rate',
            goal: 'S4',
            what: `Open a course, requests in a second over the floor's (${tenant.people} people)`,
            unit: '×',
            ...fromEstimate(found.rate),
            atLeast: 0.5,
            beside: besideOf(found),
          })
      }
      return [
        ...figures,
        growth('S4.growth', 'S4', 'Open a course, processor time at ten times the learners', points, 1.1),
      ]
    },
  },
  {
    name: 'save',
    about: 'S5: save what a package says, durably',
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const attempts = await openAttempts(bench.world, tenant, await bench.world.learners(tenant))
      const snapshot = {
        'cmi.core.lesson_status': 'incomplete',
        'cmi.core.lesson_location': 'page-%n%',
        'cmi.core.exit': 'suspend',
        'cmi.core.session_time': '0000:05:00.00',
        'cmi.suspend_data': `state=%n%;${'x'.repeat(400)}`,
      }
      const call = { at: Date.now(), sco: packageItem, result: 'true', error: '0' }
      const calls = [
        { ...call, fn: 'SetValue', element: 'cmi.core.lesson_location', value: 'page-%n%' },
        { ...call, fn: 'SetValue', element: 'cmi.suspend_data', value: 'state=%n%' },
        { ...call, fn: 'Commit' },
      ]
      const numbered = (body: object) =>
        JSON.stringify({ ...body, calls: calls.map((one, i) => ({ ...one, n: `@%n%${i}@` })) })
          .replaceAll('"@', '')
          .replaceAll('@"', '')
          .replace('"seq":"%n%"', '"seq":%n%')
      const body = { epoch: 1, seq: '%n%', sco: packageItem, snapshot, elapsed: 30 }
      const product = attempts.map(({ token, person }) => {
        const request = asPerson(bench, person, {
          method: 'POST',
          path: '/api/runtime/commit',
          body: numbered({ ...body, visit: 1, initialized: true, end: false }),
        })
        return {
          ...request,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        }
      })
      const floor = attempts.map(({ attemptId, person }) =>
        toFloor(bench, null, {
          method: 'POST',
          path: '/commit',
          body: numbered({
            ...body,
            // A separate step for each side, so that neither finds the other's calls.
            epoch: 1_000_000,
            tenant: tenant.id,
            attempt: attemptId,
            member: `${person.userId}:${tenant.id}`,
            session: person.sessionId,
          }),
        }),
      )
      const figures: Figure[] = []
      // Each side uses the attempts alone, because their epochs would lock the other out.
      const reset = () =>
        bench.world.admin.query(`update attempts set epoch = 1, acked_epoch = 0, calls = 0 where tenant_id = $1`, [
          tenant.id,
        ])
      await reset()
      const halves = { product: attempts.slice(0, attempts.length / 2), floor: attempts.slice(attempts.length / 2) }
      const found = await compare(bench, {
        name: 'save',
        product: product.slice(0, halves.product.length),
        floor: floor.slice(halves.product.length),
      })
      figures.push({
        id: 'S5.rate',
        goal: 'S5',
        what: "Save what a package says, requests in a second over the same SQL's",
        unit: '×',
        ...fromEstimate(found.rate),
        atLeast: 0.5,
        beside: besideOf(found),
      })
      // 5,000 learners who save every half minute. Request counts continue from the comparison.
      const atWork = { clients: 64, seconds: bench.options.seconds, rate: 5000 / 30 }
      const saveAtWork = async () => {
        const rounds: Round[] = []
        await bench.load.run({ name: 'save product', clients: 16, seconds: 1 })
        for (let round = 0; round < bench.options.rounds; round++)
          rounds.push(await measure(bench, 'save product', bench.product.pid, atWork))
        return figuresOf(rounds)
      }
      const work = await saveAtWork()
      figures.push({
        id: 'S5.work',
        goal: 'S5',
        what: '5,000 learners at work (167 saves in a second), p95',
        unit: 'ms',
        value: work.p95,
        atMost: 100,
        beside: { p50: work.p50, p99: work.p99, 'CPU of a save': `${work.cpu} + ${work.databaseCpu} ms` },
      })
      const points: { size: number; cost: number }[] = []
      const waits: Record<string, string> = {}
      try {
        for (const size of bench.options.big ? [2_000_000, 20_000_000] : [200_000, 2_000_000]) {
          await fillCalls(bench, tenant, size)
          const { cpu, databaseCpu, p50, p95 } = await saveAtWork()
          points.push({ size, cost: cpu + databaseCpu })
          waits[`among ${size}`] = `p50 ${p50} ms, p95 ${p95} ms`
        }
      } finally {
        await bench.world.admin.query(`delete from runtime_calls where tenant_id = $1 and n < 0`, [tenant.id])
        await bench.world.admin.query('vacuum analyze runtime_calls')
      }
      const grown = growth('S5.growth', 'S5', 'Save, processor time at ten times the calls kept', points, 1.2)
      figures.push({ ...grown, beside: { ...grown.beside, ...waits } })
      return figures
    },
  },
]

/** Adds run-time calls of other attempts of this tenant up to this number, forty for each. */
async function fillCalls(bench: Bench, tenant: BenchTenant, upTo: number): Promise<void> {
  const { admin } = bench.world
  const { rows } = await admin.query<{ many: number }>(
    `select coalesce(-min(n), 0)::int as many from runtime_calls where tenant_id = $1 and n < 0`,
    [tenant.id],
  )
  await admin.query('begin')
  // Of attempts that do not exist and that nobody reads.
  await admin.query(`set local session_replication_role = replica`)
  await admin.query(`set local synchronous_commit = off`)
  await admin.query(
    `insert into runtime_calls (tenant_id, attempt_id, epoch, n, at, received_at, sco_id, call, element, value, result, verdict)
     select $1, md5((k / 40)::text)::uuid, 1, -k, now(), now(), $2, 'SetValue', 'cmi.suspend_data', 'state=' || k, 'true', 'recorded'
     from generate_series($3::int, $4::int) k`,
    [tenant.id, packageItem, (rows[0]?.many ?? 0) + 1, upTo],
  )
  await admin.query('commit')
  await admin.query('vacuum analyze runtime_calls')
  await admin.query('checkpoint')
}

function p95Of(round: Round | undefined): number {
  return round ? percentile(round.latencies, 0.95) : Number.NaN
}

async function homeRequests(bench: Bench, tenant: BenchTenant) {
  return (await bench.world.learners(tenant)).map((person) => asPerson(bench, person, { path: '/api/home' }))
}

export function growth(
  id: string,
  goal: string,
  what: string,
  points: { size: number; cost: number }[],
  atMost: number,
  unit = 'ms',
): Figure {
  return {
    id,
    goal,
    what,
    unit: '×',
    value: rounded(growthPerTen(points)),
    atMost,
    beside: Object.fromEntries(points.map(({ size, cost }) => [String(size), `${rounded(cost)} ${unit}`])),
  }
}
