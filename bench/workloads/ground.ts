import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, type Bench, type Figure, fromEstimate, tenantOf, type Workload } from '../bench.ts'
import { estimate, median, rounded } from '../measure.ts'
import { memoryOf } from '../processes.ts'
import { Samples, type Span, watchStolenTime } from '../stolen-time.ts'
import { idOf, openAttempts, packageItem } from '../world.ts'

export const groundWorkloads: Workload[] = [
  {
    name: 'statements',
    about: 'S0: statements of a request, as PostgreSQL hears them',
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const [learner] = await bench.world.learners(tenant)
      const { rows } = await bench.world.admin.query(
        `select id, document_id from assignments where tenant_id = $1 and user_id = $2 and state = 'inprogress' order by id limit 1`,
        [tenant.id, learner?.userId],
      )
      const own = rows[0] as { id: string; document_id: string } | undefined
      if (!learner || !own) throw new Error('Nobody to ask for')
      const number = Number.parseInt(own.document_id.replaceAll('-', '').slice(0, 12), 16) / 16
      const step = `/api/my/courses/${own.id}/activities/${idOf('step', tenant.id, number, 4)}/progress`
      const [attempt] = await openAttempts(bench.world, tenant, [learner])
      if (!attempt) throw new Error('No attempt')
      let seq = 0
      const commit = () =>
        ask(bench, learner, '/api/runtime/commit', {
          method: 'POST',
          headers: { authorization: `Bearer ${attempt.token}` },
          body: {
            epoch: 1,
            seq: ++seq,
            sco: packageItem,
            visit: 1,
            snapshot: { 'cmi.core.lesson_status': 'incomplete', 'cmi.suspend_data': String(seq) },
            elapsed: 30,
            initialized: true,
            end: false,
            calls: [],
          },
        })
      const asks: [string, string, number, () => Promise<unknown>][] = [
        ['who am I', 'S0.me', 3, () => ask(bench, learner, '/api/start')],
        ['homepage', 'S0.home', 8, () => ask(bench, learner, '/api/home')],
        ['open a course', 'S0.course', 8, () => ask(bench, learner, `/api/my/courses/${own.id}`)],
        [
          'save progress of a page',
          'S0.progress',
          10,
          () =>
            ask(bench, learner, step, { method: 'POST', body: { event: 'view' }, headers: { 'idempotency-key': '' } }),
        ],
        ['save what a package says', 'S0.commit', 10, commit],
      ]
      const figures: Figure[] = []
      for (const [what, id, atMost, send] of asks) {
        await send()
        const counts = []
        for (let i = 0; i < 7; i++) counts.push(await heard(bench, send))
        const all = median(counts.map((count) => count.work))
        figures.push({
          id,
          goal: 'S0',
          what: `Statements: ${what}`,
          unit: '',
          value: all,
          atMost,
          beside: {
            'settings and transaction words besides': median(counts.map((count) => count.words)),
            commits: median(counts.map((count) => count.commits)),
          },
        })
      }
      return figures
    },
  },
  {
    name: 'footprint',
    about: 'S15: ready after a warm start, memory while nothing happens',
    async run(bench) {
      const stolen = watchStolenTime()
      const wanted = Math.min(bench.options.rounds, 5)
      const starts = new Samples<Span>(stolen, wanted)
      for (let i = 0; i < 4 * wanted && starts.lacks(); i++) {
        await bench.restart()
        starts.add(bench.product.starting)
      }
      stolen.stop()
      const seconds = ({ from, until }: Span) => (until - from) / 1000
      await new Promise((resolve) => setTimeout(resolve, 10_000))
      const idle = memoryOf(bench.product.pid)
      const figures: Figure[] = [
        {
          id: 'S15.ready',
          goal: 'S15',
          what: 'Ready after a warm start, its database included',
          unit: 's',
          ...fromEstimate(estimate(starts.counted.map(seconds))),
          atMost: 1,
          beside: starts.listed(seconds),
        },
        {
          id: 'S15.idle',
          goal: 'S15',
          what: 'Memory ten seconds after the start, without the database',
          unit: 'MB',
          value: rounded(idle),
          atMost: 160,
          beside: {},
        },
      ]
      await bench.world.admin.query(
        `insert into control.tenants (id, name) select 'idle' || n, 'Idle ' || n from generate_series(1, 1000) n on conflict do nothing`,
      )
      await bench.world.admin.query(
        `insert into control.teams (id, tenant_id, display_name) select 'idle' || n, 'idle' || n, 'Idle ' || n from generate_series(1, 1000) n on conflict do nothing`,
      )
      await bench.restart()
      for (let n = 1; n <= 1000; n++)
        await fetch(`${bench.product.url}/api/teams/current?team=idle${n}`).then((reply) => reply.text())
      await new Promise((resolve) => setTimeout(resolve, 10_000))
      const crowded = memoryOf(bench.product.pid)
      await bench.world.admin.query(`delete from control.teams where id like 'idle%'`)
      await bench.world.admin.query(`delete from control.tenants where id like 'idle%'`)
      return [
        ...figures,
        {
          id: 'S15.tenants',
          goal: 'S15',
          what: 'Memory for 1,000 idle tenants, each looked at once',
          unit: 'MB',
          value: rounded(crowded - idle),
          atMost: 50,
          beside: { idle: `${rounded(idle)} MB`, with: `${rounded(crowded)} MB` },
        },
      ]
    },
  },
]

/** The statements that PostgreSQL logged during a piece of work. */
async function heard(
  bench: Bench,
  work: () => Promise<unknown>,
): Promise<{ work: number; words: number; commits: number }> {
  const { admin, folder } = bench.world
  const file = join(folder, 'postgres.log')
  const backends = await admin.query(`select pid from pg_stat_activity where usename = 'learnt_web'`)
  const pids = new Set((backends.rows as { pid: number }[]).map((row) => String(row.pid)))
  await admin.query(`alter system set log_statement = 'all'`)
  await admin.query('select pg_reload_conf()')
  try {
    await new Promise((resolve) => setTimeout(resolve, 150))
    const from = readFileSync(file).length
    await work()
    const text = readFileSync(file).subarray(from).toString('utf8')
    const lines = text.split('\n').flatMap((line) => {
      const [, pid, statement] = /^\S+ \S+ UTC \[(\d+)\] LOG: {2}(?:execute [^:]*|statement): (.*)$/.exec(line) ?? []
      return pid !== undefined && statement !== undefined && pids.has(pid) ? [statement.trim().toLowerCase()] : []
    })
    const isWord = (line: string) => /^(begin|commit|rollback|select set_config\('app\.tenant_id')/.test(line)
    return {
      work: lines.filter((line) => !isWord(line)).length,
      words: lines.filter(isWord).length,
      commits: lines.filter((line) => line.startsWith('commit')).length,
    }
  } finally {
    await admin.query('alter system reset log_statement')
    await admin.query('select pg_reload_conf()')
  }
}
