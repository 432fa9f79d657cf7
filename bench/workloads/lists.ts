import {
  ask,
  asPerson,
  type Bench,
  besideOf,
  type Comparison,
  compare,
  connectAsApp,
  connectAsSuperuser,
  type Figure,
  fromEstimate,
  tenantOf,
  timeBoth,
  toFloor,
  type Workload,
} from '../bench.ts'
import { estimate, median, rounded } from '../measure.ts'
import * as sql from '../statements.ts'
import type { BenchTenant, Person } from '../world.ts'
import { forget } from './administration.ts'
import { growth } from './learners.ts'

/** Of one person in the catalogue. */
const OFFERS = 1000
/** Statements of one sample: few statements in many pairs, so that disturbances affect both sides of a pair. */
const SAMPLE = 20
const PAIRS_A_ROUND = 100

/** Occurs in one name of fifty, and in one of six hundred. */
const searches = ['kowalski', 'stonebridge', 'nadia vas', 'quimby']

export const listWorkloads: Workload[] = [
  {
    name: 'list',
    about: 'S3: lists of 12 with search and sort, far pages, growth',
    async run(bench) {
      const figures: Figure[] = []
      const points: Record<'searched' | 'plain', { size: number; cost: number }[]> = { searched: [], plain: [] }
      for (const tenant of bench.world.tenants.filter((one) => one.people >= 10_000)) {
        const searched = await compareLists(bench, tenant, 'people', true)
        const plain = await compareLists(bench, tenant, 'people', false)
        points.searched.push({ size: tenant.people, cost: searched.product.p50 })
        points.plain.push({ size: tenant.people, cost: plain.product.p50 })
        if (tenant.people === 10_000)
          for (const [name, found] of Object.entries({ searched, plain }))
            figures.push({
              id: `S3.people.${name}`,
              goal: 'S3',
              what: `12 of 10,000 people, sorted${name === 'searched' ? ' and searched' : ''}: requests in a second over the floor's`,
              unit: '×',
              ...fromEstimate(found.rate),
              atLeast: 0.5,
              beside: besideOf(found),
            })
        figures.push(await farPage(bench, tenant))
      }
      const shelf = bench.world.tenants.toSorted((a, b) => b.courses - a.courses)[0] as BenchTenant
      for (const isSearched of [true, false]) {
        const found = await compareLists(bench, shelf, 'courses', isSearched)
        figures.push({
          id: `S3.courses.${isSearched ? 'searched' : 'plain'}`,
          goal: 'S3',
          what: `12 of ${shelf.courses} courses, sorted${isSearched ? ' and searched' : ''}: requests in a second over the floor's`,
          unit: '×',
          ...fromEstimate(found.rate),
          atLeast: 0.5,
          beside: besideOf(found),
        })
      }
      return [
        ...figures,
        // Ten times the rows within the target for a hundred times: its square root.
        growth('S3.growth.searched', 'S3', 'Searched list of people, p50 at ten times the rows', points.searched, 1.3),
        growth('S3.growth.plain', 'S3', 'List of people, p50 at ten times the rows', points.plain, 1.3),
      ]
    },
  },
  {
    name: 'catalogue',
    about: 'S3: the first page of the catalogue for somebody with 1,000 offers',
    async run(bench) {
      const shelf = bench.world.tenants.toSorted((a, b) => b.courses - a.courses)[0] as BenchTenant
      const learners = (await bench.world.learners(shelf)).slice(0, 4)
      const offered = await offer(bench, shelf, learners)
      try {
        const found = await compare(bench, {
          name: 'catalogue',
          product: learners.map((person) => asPerson(bench, person, { path: '/api/catalogue' })),
          floor: learners.map((person) => toFloor(bench, person, { path: '/catalogue' })),
        })
        return [
          {
            id: 'S3.catalogue',
            goal: 'S3',
            what: `Catalogue's first page with its facets, ${OFFERS} offers of ${shelf.courses} documents: requests in a second over the floor's`,
            unit: '×',
            ...fromEstimate(found.rate),
            atLeast: 0.5,
            beside: besideOf(found),
          },
        ]
      } finally {
        await forget(bench, shelf, offered)
      }
    },
  },
  {
    name: 'tax',
    about: 'S12: the same SQL with and without row security',
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const [learner] = await bench.world.learners(tenant)
      const { rows } = await bench.world.admin.query(
        `select id, document_id from assignments where tenant_id = $1 and user_id = $2 and state = 'inprogress' limit 1`,
        [tenant.id, learner?.userId],
      )
      const own = rows[0] as { id: string; document_id: string }
      const app = await connectAsApp(bench, tenant.id)
      const bare = await connectAsSuperuser(bench)
      const reads: [string, string, unknown[]][] = [
        [
          'look-up of a person',
          `select * from memberships where tenant_id = $1 and id = $2`,
          [tenant.id, `${learner?.userId}:${tenant.id}`],
        ],
        ['homepage, open courses', sql.home.open, [tenant.id, learner?.userId]],
        ['steps of a course', sql.steps, [tenant.id, own.id]],
        ['sources of an assignment', sql.sources, [tenant.id, own.id]],
        [
          '12 people, sorted',
          `select m.id, m.first_name, m.last_name, m.email from memberships m where m.tenant_id = $1 and (m.sort_name, m.id) > ($2, $3) order by m.sort_name, m.id limit 13`,
          [tenant.id, 'k', ''],
        ],
        [
          'figures of courses from rollups',
          `select c.title, r.* from documents c join document_rollups r on r.tenant_id = c.tenant_id and r.document_id = c.id where c.tenant_id = $1 order by lower(c.title), c.id limit 25`,
          [tenant.id],
        ],
        ['rows behind a figure', sql.report.rows, [tenant.id, own.document_id, '', '']],
      ]
      const figures: Figure[] = []
      try {
        for (const [name, text, values] of reads) {
          const run = (client: typeof app, said: string, of: unknown[]) => async () => {
            for (let i = 0; i < SAMPLE; i++) await client.query({ name, text: said, values: of })
          }
          const found = await timeBoth(
            bench.options.rounds * PAIRS_A_ROUND,
            run(app, withoutTenant(text), values.slice(1)),
            run(bare, text, values),
          )
          figures.push({
            id: `S12.${name}`,
            goal: 'S12',
            what: `Row security, ${name}: time over the same SQL without`,
            unit: '×',
            ...fromEstimate(found.ratio),
            atMost: 1.15,
            beside: {
              with: `${rounded(median(found.ours) / SAMPLE)} ms`,
              without: `${rounded(median(found.theirs) / SAMPLE)} ms`,
            },
          })
        }
      } finally {
        await app.end()
        await bare.end()
      }
      return figures
    },
  },
]

/**
 * Optional courses without assignments, assigned to these people by hand; one in five on request. Returns their ids.
 */
async function offer(bench: Bench, tenant: BenchTenant, people: readonly Person[]): Promise<string[]> {
  const { admin } = bench.world
  const { rows } = await admin.query(
    `select id from documents d where tenant_id = $1 and type = 'course' and not exists (
       select from assignments a where a.tenant_id = $1 and a.document_id = d.id) order by id limit $2`,
    [tenant.id, OFFERS],
  )
  const ids = rows.map((row) => row.id as string)
  const userIds = people.map((person) => person.userId)
  await admin.query(
    `insert into assignments (tenant_id, id, user_id, document_type, document_id, is_optional, needs_request, assigned_at)
     select $1, public.assignment_id($1, u, 'course', c, 0), u, 'course', c, true, place % 5 = 0, now()
     from unnest($2::uuid[]) u cross join unnest($3::uuid[]) with ordinality o(c, place)`,
    [tenant.id, userIds, ids],
  )
  await admin.query(
    `insert into assignment_sources (tenant_id, assignment_id, kind, source_id, user_id, membership_id, is_optional, needs_request, granted_at)
     select tenant_id, id, 'manual', id, user_id, user_id || ':' || tenant_id, true, needs_request, now() from assignments
     where tenant_id = $1 and document_id = any ($2::uuid[])`,
    [tenant.id, ids],
  )
  await admin.query('vacuum analyze assignments, assignment_sources, documents')
  return ids
}

/** As the product writes it: the policies add the tenant ($1). Named twice, it would be planned twice. */
function withoutTenant(text: string): string {
  const said = text
    .replace(/\b\w+\.tenant_id = \w+\.tenant_id and /g, '')
    .replace(/\b(?:\w+\.)?tenant_id = \$1 and /g, '')
    .replace(/\bwhere (?:\w+\.)?tenant_id = \$1/g, '')
    .replace(/\$(\d+)/g, (_, number) => `$${Number(number) - 1}`)
  if (/tenant_id|\$0/.test(said)) throw new Error(`The tenant is left in ${said}`)
  return said
}

async function compareLists(
  bench: Bench,
  tenant: BenchTenant,
  list: 'people' | 'courses',
  isSearched: boolean,
): Promise<Comparison> {
  const admins = await bench.world.admins(tenant)
  const [path, sort, floor] =
    list === 'people' ? ['/api/members', 'name', '/members'] : ['/api/courses', 'title', '/courses']
  const search = (i: number) => (isSearched ? `&search=${encodeURIComponent(wordOf(list, i))}` : '')
  return compare(bench, {
    name: isSearched ? `${list}-searched` : list,
    product: admins.map((person, i) => asPerson(bench, person, { path: `${path}?limit=12&sort=${sort}${search(i)}` })),
    floor: admins.map((person, i) =>
      toFloor(bench, person, { path: isSearched ? `${floor}?search=${encodeURIComponent(wordOf(list, i))}` : floor }),
    ),
  })
}

function wordOf(list: 'people' | 'courses', i: number): string {
  const word = searches[i % searches.length] as string
  // Course titles contain a first name before a last one as well.
  return list === 'courses' ? word.replace('nadia vas', 'nadia vasquez') : word
}

/** Page 1,000 beside page 1, both by cursor. */
async function farPage(bench: Bench, tenant: BenchTenant): Promise<Figure> {
  const admins = await bench.world.admins(tenant)
  const one = (i: number) => admins[i % admins.length] as Person
  const pages = Math.min(1000, Math.floor(tenant.people / 12) - 1)
  // Pages of a hundred get there sooner; the cursor names a row, not a size.
  let cursor = ''
  for (let row = 0, i = 0; row < (pages - 1) * 12; i++) {
    const limit = Math.min(100, (pages - 1) * 12 - row)
    const page = await ask(bench, one(i), `/api/members?sort=name&limit=${limit}${cursor}`)
    cursor = `&cursor=${encodeURIComponent((JSON.parse(page.text) as { next: string }).next)}`
    row += limit
  }
  const first: number[] = []
  const far: number[] = []
  for (let round = 0; round < bench.options.rounds; round++) {
    const [a, b]: [number[], number[]] = [[], []]
    for (let i = 0; i < 20; i++) {
      a.push((await ask(bench, one(i), '/api/members?sort=name&limit=12')).milliseconds)
      b.push((await ask(bench, one(i), `/api/members?sort=name&limit=12${cursor}`)).milliseconds)
    }
    first.push(median(a))
    far.push(median(b))
  }
  return {
    id: `S3.far.${tenant.people}`,
    goal: 'S3',
    what: `Page ${pages} of ${tenant.people} people over page 1, time`,
    unit: '×',
    ...fromEstimate(estimate(far.map((value, i) => value / (first[i] ?? Number.NaN)))),
    atMost: 1.15,
    beside: { 'page 1': `${rounded(median(first))} ms`, [`page ${pages}`]: `${rounded(median(far))} ms` },
  }
}
