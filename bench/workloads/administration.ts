import {
  ask,
  asPerson,
  type Bench,
  besideOf,
  compare,
  connectAsSuperuser,
  copyOut,
  type Figure,
  fromEstimate,
  tenantOf,
  timeBoth,
  timed,
  toFloor,
  type Workload,
} from '../bench.ts'
import { estimate, median, percentile, rounded } from '../measure.ts'
import { memoryOf, peakMemory } from '../processes.ts'
import * as sql from '../statements.ts'
import { type BenchTenant, idOf, type Person } from '../world.ts'
import { growth } from './learners.ts'

export const administrationWorkloads: Workload[] = [
  {
    name: 'assign',
    about: 'S7: a rule for everybody beside INSERT .. SELECT',
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const admins = await bench.world.admins(tenant)
      const [learner] = await bench.world.learners(tenant)
      if (!learner) throw new Error('No learners')
      const bare = await connectAsSuperuser(bench)
      await bare.query(`set enable_nestloop = off`)
      const accepted: number[] = []
      const written: number[] = []
      const byHand: number[] = []
      const seen: number[] = []
      const again: number[] = []
      const person: number[] = []
      // Courses without assignments: each round takes two.
      const { rows } = await bench.world.admin.query(
        `select c.id from documents c where c.tenant_id = $1 and not exists (select from assignments a where a.tenant_id = $1 and a.document_id = c.id) order by c.id limit 60`,
        [tenant.id],
      )
      const courses = (rows as { id: string }[]).map((row) => row.id)
      const rounds = Math.min(bench.options.rounds, 3)
      const made: string[] = []
      try {
        for (let round = 0; round < rounds; round++) {
          const admin = admins[round % admins.length] as Person
          const [ours, theirs] = courses.splice(0, 2)
          if (!ours || !theirs) throw new Error('All courses of the tenant are given already')
          made.push(ours, theirs)
          const began = performance.now()
          const reply = await ask(bench, admin, '/api/permissions', {
            method: 'POST',
            body: {
              documentType: 'course',
              documentId: ours,
              title: `Bench ${round}`,
              rule: { rule: {}, groups: [], everyone: true },
            },
          })
          accepted.push(reply.milliseconds)
          const permission = JSON.parse(reply.text) as { id: string }
          const look = await ask(bench, learner, `/api/my/courses/${ours}`)
          seen.push(look.milliseconds)
          for (;;) {
            const { text } = await ask(bench, admin, `/api/permissions/${permission.id}`)
            if (!(JSON.parse(text) as { applying: boolean }).applying) break
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
          written.push(performance.now() - began)
          await settled(bench, tenant)
          byHand.push(
            await timed(() => bare.query(sql.assign, [tenant.id, theirs, idOf('step', tenant.id, 4_000_000 + round)])),
          )
          await settled(bench, tenant)
          again.push(
            (await ask(bench, admin, `/api/permissions/${permission.id}`, { method: 'PATCH', body: {} })).milliseconds,
          )
          for (let i = 0; i < 10; i++)
            person.push(await changePerson(bench, admin, idOf('user', tenant.id, 900 + round * 10 + i)))
        }
        const quiet: number[] = []
        // The cost of the same change without a rule that names it.
        const small = tenantOf(bench, 1000)
        const [smallAdmin] = await bench.world.admins(small)
        for (let i = 0; smallAdmin && i < 20; i++)
          quiet.push(await changePerson(bench, smallAdmin, idOf('user', small.id, 900 + i)))
        const written100k = estimate(written.map((value, i) => value / (byHand[i] ?? Number.NaN)))
        return [
          {
            id: 'S7.written',
            goal: 'S7',
            what: `A rule for ${tenant.people} people, from the click to the last row, over INSERT .. SELECT`,
            unit: '×',
            ...fromEstimate(written100k),
            atMost: 1.5,
            beside: { product: `${rounded(median(written) / 1000)} s`, floor: `${rounded(median(byHand) / 1000)} s` },
          },
          figure('S7.accepted', 'The same, until the administrator has the answer', accepted, 200),
          figure('S7.seen', 'After that, a learner opens the course', seen, 1000),
          figure('S7.again', 'The same rule saved again, nothing to do', again, 100),
          {
            ...figure('S7.person', 'One changed person, whole request', person, 10),
            beside: { 'in a tenant without rules': `${rounded(median(quiet))} ms` },
          },
        ]
      } finally {
        await bare.end()
        await forget(bench, tenant, made)
      }
    },
  },
  {
    name: 'bulk-change',
    about: 'One field of everybody changed by a job, beside the bare UPDATE with its audit entries',
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const [admin] = await bench.world.admins(tenant)
      if (!admin) throw new Error('No administrators')
      const bare = await connectAsSuperuser(bench)
      const rounds = Math.min(bench.options.rounds, 3)
      const [mine, theirs]: [number[], number[]] = [[], []]
      try {
        for (let round = 0; round < rounds; round++) {
          const began = performance.now()
          const { text } = await ask(bench, admin, '/api/members/changes', {
            method: 'POST',
            body: {
              selection: { by: 'filter', filter: {} },
              change: { field: 'tags', how: 'add', values: [`Bench ${round}`] },
            },
          })
          const { jobId } = JSON.parse(text) as { jobId: string }
          for (;;) {
            const { text: job } = await ask(bench, admin, `/api/jobs/${jobId}`)
            if (!['waiting', 'running'].includes((JSON.parse(job) as { state: string }).state)) break
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
          mine.push(performance.now() - began)
          theirs.push(await timed(() => bare.query(sql.changeEverybody, [tenant.id, `Bare ${round}`, admin.userId])))
        }
        return [
          {
            id: 'bulk-change',
            goal: 'issue 31',
            what: `One field of ${tenant.people} people, from the click to the last row, over UPDATE with its audit`,
            unit: '×',
            ...fromEstimate(estimate(mine.map((value, i) => value / (theirs[i] ?? Number.NaN)))),
            atMost: 1.5,
            beside: { product: `${rounded(median(mine) / 1000)} s`, floor: `${rounded(median(theirs) / 1000)} s` },
          },
        ]
      } finally {
        await bare.end()
      }
    },
  },
  {
    name: 'report',
    about: 'S8: the report of courses beside GROUP BY, and equal to it',
    async run(bench) {
      const figures: Figure[] = []
      const points: { size: number; cost: number }[] = []
      for (const tenant of bench.world.tenants) {
        const admins = await bench.world.admins(tenant)
        const bare = await connectAsSuperuser(bench)
        await bare.query(`set work_mem = '64MB'`)
        await settled(bench, tenant)
        try {
          await bench.load.prepare(
            'report',
            admins.map((person) => asPerson(bench, person, { path: '/api/admin/reports/courses?limit=25' })),
          )
          await bench.load.run({ name: 'report', clients: 1, seconds: 1 })
          const [mine, theirs, all]: [number[], number[], number[]] = [[], [], []]
          for (let round = 0; round < bench.options.rounds; round++) {
            const answers = await bench.load.run({ name: 'report', clients: 1, seconds: 1 })
            mine.push(percentile(answers.latencies, 0.5))
            all.push(...answers.latencies)
            theirs.push(await timed(() => bare.query(sql.report.byCourse, [tenant.id])))
          }
          all.sort((a, b) => a - b)
          // A tenant with many courses would add their cost.
          if (tenant.courses < 1000) points.push({ size: tenant.people, cost: median(mine) })
          if (tenant !== bench.world.tenants.at(-1)) continue
          // The target is for 20 million records, which GROUP BY has to read and the rollups need not.
          const wish = rounded((200 * tenant.records) / 20_000_000)
          figures.push({
            id: 'S8.faster',
            goal: 'S8',
            what: `Report of courses over ${tenant.records} records, how much sooner than GROUP BY (200 times at 20 million)`,
            unit: '×',
            ...fromEstimate(estimate(mine.map((value, n) => (theirs[n] ?? Number.NaN) / value))),
            atLeast: wish,
            beside: { product: `${rounded(median(mine))} ms`, floor: `${rounded(median(theirs))} ms` },
          })
          figures.push({
            id: 'S8.p95',
            goal: 'S8',
            what: 'The same, p95',
            unit: 'ms',
            value: rounded(percentile(all, 0.95)),
            atMost: 5,
            beside: { p50: rounded(percentile(all, 0.5)), p99: rounded(percentile(all, 0.99)) },
          })
          figures.push(await equalToGroupBy(bench, tenant, admins))
        } finally {
          await bare.end()
        }
      }
      return [...figures, growth('S8.growth', 'S8', 'Report of courses, time at ten times the learners', points, 1.1)]
    },
  },
  {
    name: 'reports',
    about: 'S8, S9: the reports of bundles, pathways and activities beside GROUP BY, and the people behind an activity',
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const admins = await bench.world.admins(tenant)
      const admin = admins[0] as Person
      const bare = await connectAsSuperuser(bench)
      await bare.query(`set work_mem = '64MB'`)
      await giveContainers(bench, tenant)
      await settled(bench, tenant)
      const rounds = Math.min(bench.options.rounds, 4)
      const path = (name: string, query = '') => `/api/admin/reports/${name}?limit=25${query}`
      try {
        const figures: Figure[] = []
        const compareReport = async (name: string, query: string, groupBy: () => Promise<unknown>) => {
          for (let n = 0; n < 5; n++) await ask(bench, admin, path(name, query))
          return timeBoth(rounds, () => ask(bench, admin, path(name, query)), groupBy)
        }
        const wish = rounded((200 * tenant.records) / 20_000_000)
        for (const [name, groupBy] of [
          ['bundles', () => bare.query(sql.report.byDocument, [tenant.id, 'course', true])],
          ['pathways', () => bare.query(sql.report.byDocument, [tenant.id, 'pathway', false])],
          ['activities', () => bare.query(sql.report.byActivity, [tenant.id])],
        ] as const) {
          const both = await compareReport(name, '', groupBy)
          figures.push({
            id: `S8.${name}`,
            goal: 'S8',
            what: `Report of ${name}, how much sooner than GROUP BY${name === 'activities' ? ' (200 times at 20 million)' : ` of ${containerRows} assignments`}`,
            unit: '×',
            ...fromEstimate(estimate(both.ours.map((value, n) => (both.theirs[n] ?? Number.NaN) / value))),
            ...(name === 'activities' ? { atLeast: wish } : {}),
            beside: { product: `${rounded(median(both.ours))} ms`, floor: `${rounded(median(both.theirs))} ms` },
          })
        }
        figures.push(await activitiesEqualGroupBy(bench, tenant, admin))
        const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
        await bare.query(
          `insert into rollup_marks (tenant_id, name, folded_at) values ($1, 'history', now() - interval '10 days')
           on conflict (tenant_id, name) do update set folded_at = excluded.folded_at`,
          [tenant.id],
        )
        const past = await compareReport('activities', `&asOf=${yesterday}`, () =>
          bare.query(sql.report.byActivity, [tenant.id]),
        )
        figures.push({
          id: 'S8.activitiesAsOf',
          goal: 'S8',
          what: `Report of activities as of yesterday over ${tenant.records} records, time over GROUP BY's`,
          unit: '×',
          ...fromEstimate(past.ratio),
          beside: { product: `${rounded(median(past.ours))} ms`, floor: `${rounded(median(past.theirs))} ms` },
        })
        const { rows } = await bare.query(
          `select activity_id, document_id from course_activities where tenant_id = $1 and document_id in (select document_id from assignments where tenant_id = $1 limit 1) and place = 2`,
          [tenant.id],
        )
        const { activity_id: activityId, document_id: courseId } = rows[0] as {
          activity_id: string
          document_id: string
        }
        const people = `/api/admin/reports/activities/${activityId}/people?limit=25`
        for (let n = 0; n < 5; n++) await ask(bench, admin, people)
        const behind = await timeBoth(
          rounds,
          () => ask(bench, admin, people),
          () =>
            Promise.all([
              bare.query(sql.report.activityRows, [tenant.id, activityId, courseId]),
              bare.query(sql.report.rowsTotal, [tenant.id, courseId]),
            ]),
        )
        figures.push({
          id: 'S9.activityPeople',
          goal: 'S9',
          what: "25 of the people behind an activity's figures with their number, time over the SQL's",
          unit: '×',
          ...fromEstimate(behind.ratio),
          beside: { product: `${rounded(median(behind.ours))} ms`, floor: `${rounded(median(behind.theirs))} ms` },
        })
        return figures
      } finally {
        await bare.end()
        await forgetContainers(bench, tenant)
      }
    },
  },
  {
    name: 'files',
    about: 'S9: a million rows as CSV and a workbook, memory; S8: reports as of a past day',
    async run(bench) {
      const tenant = bench.world.tenants.toSorted((a, b) => b.records - a.records)[0] as BenchTenant
      let bare = await connectAsSuperuser(bench)
      const download = async (path: string) => {
        const [admin] = await bench.world.admins(tenant)
        const { host, port: _, ...request } = asPerson(bench, admin as Person, { path })
        const reply = await fetch(bench.product.url + request.path, { headers: request.headers })
        let [bytes, lines] = [0, 0]
        for await (const chunk of reply.body ?? []) {
          const piece = chunk as Uint8Array
          bytes += piece.length
          for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++
        }
        if (!reply.ok || bytes < 100_000) throw new Error(`${path}: ${reply.status} from ${host}, ${bytes} bytes`)
        return { bytes, lines }
      }
      // Memory left by earlier work would hide what this work takes.
      const fresh = async () => {
        // NOTE its own database starts and ends with the product
        await bare.end()
        await bench.restart()
        bare = await connectAsSuperuser(bench)
        const admins = await bench.world.admins(tenant)
        for (let n = 0; n < 20; n++) await ask(bench, admins[0] as Person, '/api/admin/reports/courses?limit=25')
        return memoryOf(bench.product.pid)
      }
      try {
        const csv = '/api/admin/reports/assignments.csv'
        // A value that people of the seed have.
        const sheet = `/api/admin/reports/assignments.xlsx?courseId=${idOf('course', tenant.id, 1)}`
        const beforeCsv = await fresh()
        const large = await peakMemory(bench.product.pid, () => download(csv))
        const rows = large.result.lines - 1
        const rounds = Math.min(bench.options.rounds, 3)
        const file = await timeBoth(
          rounds,
          () => download(csv),
          () => copyOut(bare, sql.report.copy(tenant.id, null)),
        )
        const beforeSheet = await fresh()
        const book = await peakMemory(bench.product.pid, () => download(sheet))
        const [admin] = await bench.world.admins(tenant)
        const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
        await bare.query(`delete from rollup_marks where tenant_id = $1 and name = 'history'`, [tenant.id])
        await bare.query(
          `insert into rollup_marks (tenant_id, name, folded_at) values ($1, 'history', now() - interval '10 days')`,
          [tenant.id],
        )
        const asOf = await timeBoth(
          rounds,
          () => ask(bench, admin as Person, `/api/admin/reports/courses?limit=25&asOf=${yesterday}`),
          () => bare.query(sql.report.byCourse, [tenant.id]),
        )
        return [
          {
            id: 'S9.million',
            goal: 'S9',
            what: `${rows} rows as CSV, time over COPY's`,
            unit: '×',
            ...fromEstimate(file.ratio),
            atMost: 2,
            beside: {
              product: `${rounded(median(file.ours) / 1000)} s`,
              floor: `${rounded(median(file.theirs) / 1000)} s`,
              file: `${rounded(large.result.bytes / 1e6)} MB`,
            },
          },
          {
            id: 'S9.millionMemory',
            goal: 'S9',
            what: 'The same, memory of the server above what it held before',
            unit: 'MB',
            value: rounded(Math.max(0, large.peak - beforeCsv)),
            atMost: 32,
            beside: { before: `${rounded(beforeCsv)} MB`, peak: `${rounded(large.peak)} MB` },
          },
          {
            id: 'S9.sheetMemory',
            goal: 'S9',
            what: 'The rows of one course as XLSX, memory of the server above what it held before',
            unit: 'MB',
            value: rounded(Math.max(0, book.peak - beforeSheet)),
            atMost: 32,
            beside: { file: `${rounded(book.result.bytes / 1e6)} MB`, before: `${rounded(beforeSheet)} MB` },
          },
          {
            id: 'S8.asOf',
            goal: 'S8',
            what: `Report of courses as of yesterday over ${tenant.records} records, time over GROUP BY's`,
            unit: '×',
            ...fromEstimate(asOf.ratio),
            beside: { product: `${rounded(median(asOf.ours))} ms`, floor: `${rounded(median(asOf.theirs))} ms` },
          },
        ]
      } finally {
        await bare.end().catch(() => {})
      }
    },
  },
  {
    name: 'export',
    about: 'S9: rows behind a figure, and all of them as a file',
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const admins = await bench.world.admins(tenant)
      const admin = (i: number) => admins[i % admins.length] as Person
      const bare = await connectAsSuperuser(bench)
      const courseId = idOf('course', tenant.id, 50)
      await giveToAll(bench, tenant, courseId)
      try {
        let i = 0
        const path = `/api/admin/reports/assignments?courseId=${courseId}&limit=25`
        const page = await compare(bench, {
          name: 'rows',
          product: admins.map((person) => asPerson(bench, person, { path })),
          floor: admins.map((person) => toFloor(bench, person, { path: `/rows?course=${courseId}` })),
          clients: 1,
        })
        const csv = `/api/admin/reports/assignments.csv?courseId=${courseId}`
        const download = async () => {
          const { host, port: _, ...request } = asPerson(bench, admin(i++), { path: csv })
          const reply = await fetch(bench.product.url + request.path, { headers: request.headers })
          let bytes = 0
          for await (const chunk of reply.body ?? []) bytes += (chunk as Uint8Array).length
          if (!reply.ok || bytes < 1000) throw new Error(`${csv}: ${reply.status} from ${host}`)
          return bytes
        }
        const file = await timeBoth(Math.min(bench.options.rounds, 5), download, () =>
          copyOut(bare, sql.report.copy(tenant.id, courseId)),
        )
        // Memory left by earlier work would hide what this work takes.
        await bare.end()
        await bench.restart()
        await bench.world.admins(tenant)
        for (let n = 0; n < 20; n++) await ask(bench, admin(n), '/api/admin/reports/courses?limit=25')
        const before = memoryOf(bench.product.pid)
        const { peak, result } = await peakMemory(bench.product.pid, download)
        return [
          {
            id: 'S9.page',
            goal: 'S9',
            what: `25 of ${tenant.people} rows behind a figure, time over the SQL's`,
            unit: '×',
            value: rounded(1 / page.rate.value),
            low: rounded(1 / page.rate.high),
            high: rounded(1 / page.rate.low),
            atMost: 2,
            beside: besideOf(page),
          },
          {
            id: 'S9.export',
            goal: 'S9',
            what: `${tenant.people} rows as CSV, time over COPY's`,
            unit: '×',
            ...fromEstimate(file.ratio),
            atMost: 2,
            beside: {
              product: `${rounded(median(file.ours) / 1000)} s`,
              floor: `${rounded(median(file.theirs) / 1000)} s`,
              file: `${rounded(result / 1e6)} MB`,
            },
          },
          {
            id: 'S9.memory',
            goal: 'S9',
            what: 'The same, memory of the server above what it held before',
            unit: 'MB',
            value: rounded(Math.max(0, peak - before)),
            atMost: 32,
            beside: { before: `${rounded(before)} MB`, peak: `${rounded(peak)} MB` },
          },
        ]
      } finally {
        await bare.end().catch(() => {})
        await forget(bench, tenant, [courseId])
      }
    },
  },
]

/** Bundles and pathways of the workload `reports`, and people with them. */
const containers = 20
const containerPeople = 20_000
const containerRows = containers * containerPeople

/** Twenty bundles and twenty pathways for a fifth of the people, with their rollups. */
async function giveContainers(bench: Bench, tenant: BenchTenant): Promise<void> {
  const { admin } = bench.world
  for (const [type, isBundle, first] of [
    ['course', true, 8_000_000],
    ['pathway', false, 8_100_000],
  ] as const) {
    const ids = Array.from({ length: containers }, (_, n) => idOf('course', tenant.id, first + n))
    await admin.query(
      `insert into documents (tenant_id, id, type, is_bundle, title, status, status_rank, revision, created_at, updated_at)
       select $1, id, $3, $4, 'Bench container ' || n, 'published', 1, 1, now(), now() from unnest($2::uuid[]) with ordinality c(id, n)`,
      [tenant.id, ids, type, isBundle],
    )
    await admin.query(
      `insert into assignments (tenant_id, id, user_id, document_type, document_id, state, progress, assigned_at, started_at)
       select $1, gen_random_uuid(), m.user_id, $3, c.id, (array['notstarted', 'inprogress', 'completed'])[1 + m.n % 3], (array[0, 50, 100])[1 + m.n % 3], now(), now()
       from unnest($2::uuid[]) c(id) cross join (select user_id, row_number() over (order by user_id) as n from memberships where tenant_id = $1 limit ${containerPeople}) m`,
      [tenant.id, ids, type],
    )
    await admin.query(
      `insert into document_rollups (tenant_id, document_id, assigned, required, not_started, in_progress, completed, progress_sum)
       select $1, document_id, count(*), count(*), count(*) filter (where state = 'notstarted'), count(*) filter (where state = 'inprogress'),
         count(*) filter (where state = 'completed'), sum(progress)
       from assignments where tenant_id = $1 and document_id = any($2::uuid[]) group by document_id`,
      [tenant.id, ids],
    )
  }
  await admin.query('analyze assignments, documents, document_rollups')
}

async function forgetContainers(bench: Bench, tenant: BenchTenant): Promise<void> {
  const { admin } = bench.world
  const found = `select id from documents where tenant_id = $1 and title like 'Bench container %'`
  await admin.query(`delete from assignments where tenant_id = $1 and document_id in (${found})`, [tenant.id])
  await admin.query(`delete from document_rollups where tenant_id = $1 and document_id in (${found})`, [tenant.id])
  await admin.query(`delete from documents where tenant_id = $1 and title like 'Bench container %'`, [tenant.id])
  await admin.query('vacuum analyze assignments, documents, document_rollups')
}

async function activitiesEqualGroupBy(bench: Bench, tenant: BenchTenant, admin: Person): Promise<Figure> {
  const { rows } = await bench.world.admin.query(sql.report.byActivity, [tenant.id])
  const counted = new Map(
    (rows as { activity_id: string; started: number; completed: number; failed: number }[]).map((row) => [
      row.activity_id,
      row,
    ]),
  )
  let [differing, compared, cursor] = [0, 0, '']
  do {
    const { text } = await ask(bench, admin, `/api/admin/reports/activities?limit=100${cursor}`)
    const page = JSON.parse(text) as {
      items: { activityId: string; started: number; completed: number; failed: number }[]
      next: string | null
    }
    for (const item of page.items) {
      const row = counted.get(item.activityId)
      for (const key of ['started', 'completed', 'failed'] as const) {
        compared++
        if (item[key] !== (row?.[key] ?? 0)) differing++
      }
    }
    cursor = page.next ? `&cursor=${encodeURIComponent(page.next)}` : ''
  } while (cursor !== '')
  return {
    id: 'S8.activitiesEqual',
    goal: 'S8',
    what: 'Figures of the report of activities that differ from GROUP BY',
    unit: '',
    value: differing,
    atMost: 0,
    beside: { compared },
  }
}

function figure(id: string, what: string, values: number[], atMost: number): Figure {
  return {
    id,
    goal: 'S7',
    what,
    unit: 'ms',
    ...fromEstimate(estimate(values)),
    atMost,
    beside: { 'slowest of all': `${rounded(Math.max(...values))} ms` },
  }
}

async function changePerson(bench: Bench, admin: Person, userId: string): Promise<number> {
  const { text } = await ask(bench, admin, `/api/members/${userId}`)
  const { revision } = JSON.parse(text) as { revision: number }
  const position = [`Position ${Math.floor(Math.random() * 1e6)}`]
  return (await ask(bench, admin, `/api/members/${userId}`, { method: 'PATCH', body: { revision, position } }))
    .milliseconds
}

/** Waits until the rollup worker has nothing left, so that it does not run during the measurement. */
/** Waits until the rollup worker has added everything. */
export async function settled(bench: Bench, tenant: BenchTenant): Promise<void> {
  for (;;) {
    const { rows } = await bench.world.admin.query(
      `select count(*)::int as left from progress_deltas where tenant_id = $1`,
      [tenant.id],
    )
    if ((rows[0] as { left: number }).left === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** One course, assigned to everybody by hand. */
async function giveToAll(bench: Bench, tenant: BenchTenant, courseId: string): Promise<void> {
  const { admin } = bench.world
  await admin.query(sql.assign, [tenant.id, courseId, idOf('step', tenant.id, 5_000_000)])
  await admin.query('analyze assignments')
  await settled(bench, tenant)
}

/** Removes what a workload assigned, so that the next run finds the same sizes. */
export async function forget(bench: Bench, tenant: BenchTenant, courseIds: readonly string[]): Promise<void> {
  const { admin } = bench.world
  await settled(bench, tenant)
  const values = [tenant.id, courseIds]
  await admin.query(
    `delete from assignment_sources s using assignments a where s.tenant_id = $1 and a.tenant_id = $1 and a.id = s.assignment_id and a.document_id = any ($2::uuid[])`,
    values,
  )
  await admin.query(`delete from permissions where tenant_id = $1 and document_id = any ($2::uuid[])`, values)
  await admin.query(
    `insert into progress_deltas (tenant_id, id, document_type, document_id, user_id, sign, state, is_optional, due_day, progress, score, seconds, last_activity_at, at)
     select tenant_id, gen_random_uuid(), document_type, document_id, user_id, -1, state, is_optional, due_day, progress, score, seconds, last_activity_at, now()
     from assignments where tenant_id = $1 and document_id = any ($2::uuid[])`,
    values,
  )
  await admin.query(`delete from assignments where tenant_id = $1 and document_id = any ($2::uuid[])`, values)
  await settled(bench, tenant)
  await admin.query(
    'vacuum analyze assignments, assignment_sources, progress_deltas, learner_rollups, document_rollups',
  )
}

async function equalToGroupBy(bench: Bench, tenant: BenchTenant, admins: readonly Person[]): Promise<Figure> {
  const { rows } = await bench.world.admin.query(sql.report.byCourse, [tenant.id])
  const truth = new Map((rows as Record<string, number | string>[]).map((row) => [row.course_id, row]))
  let differing = 0
  let compared = 0
  let cursor = ''
  do {
    const { text } = await ask(bench, admins[0] as Person, `/api/admin/reports/courses?limit=100${cursor}`)
    const page = JSON.parse(text) as { items: Record<string, number | string>[]; next: string | null }
    for (const item of page.items) {
      const counted = truth.get(item.courseId as string)
      const names = {
        assigned: 'assigned',
        notStarted: 'not_started',
        inProgress: 'in_progress',
        completed: 'completed',
        failed: 'failed',
        overdue: 'overdue',
        seconds: 'seconds',
      }
      for (const [ours, theirs] of Object.entries(names)) {
        compared++
        if (Number(item[ours]) !== Number(counted?.[theirs] ?? 0)) differing++
      }
    }
    cursor = page.next ? `&cursor=${encodeURIComponent(page.next)}` : ''
  } while (cursor !== '')
  return {
    id: 'S8.equal',
    goal: 'S8',
    what: 'Figures of the report that differ from GROUP BY',
    unit: '',
    value: differing,
    atMost: 0,
    beside: { compared },
  }
}
