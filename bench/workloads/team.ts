import { ask, type Bench, connectAsSuperuser, fromEstimate, tenantOf, timeBoth, type Workload } from '../bench.ts'
import { median, rounded } from '../measure.ts'
import type { BenchTenant, Person } from '../world.ts'

const PEOPLE = 5000
/** Each manager in between has this many people. */
const EACH = 500

export const teamWorkloads: Workload[] = [
  {
    name: 'team',
    about: `a manager's page of ${PEOPLE} people on two levels, beside GROUP BY of their assignments`,
    async run(bench) {
      const tenant = tenantOf(bench, 10_000)
      const [boss] = await bench.world.learners(tenant)
      if (!boss) throw new Error('Nobody to be the manager')
      const bare = await connectAsSuperuser(bench)
      try {
        await makeTeam(bench, tenant, boss)
        const page = await timeBoth(
          bench.options.rounds,
          () => ask(bench, boss, '/api/my-people?levels=all'),
          () =>
            bare.query(
              `select a.user_id, count(*), count(*) filter (where state = 'notstarted'), count(*) filter (where due_day < current_date and state not in ('completed', 'passed'))
               from manager_relations r join manager_relations b on b.tenant_id = r.tenant_id and b.user_id = r.manager_id and b.manager_id = $2
               join assignments a on a.tenant_id = r.tenant_id and a.user_id = r.user_id where r.tenant_id = $1 group by 1`,
              [tenant.id, boss.userId],
            ),
        )
        const searched = await timeBoth(
          bench.options.rounds,
          () => ask(bench, boss, '/api/my-people?levels=all&search=ma'),
          async () => undefined,
        )
        return [
          {
            id: 'S7.team',
            goal: 'issue 31',
            what: `The team page of ${PEOPLE} people of all levels, over GROUP BY of their assignments`,
            unit: '×',
            ...fromEstimate(page.ratio),
            beside: {
              product: `${rounded(median(page.ours))} ms`,
              searched: `${rounded(median(searched.ours))} ms`,
              floor: `${rounded(median(page.theirs))} ms`,
            },
          },
        ]
      } finally {
        await endTeam(bench, tenant)
        await bare.end()
      }
    },
  },
]

/** Ten people report to the manager, and five hundred to each of them. */
async function makeTeam(bench: Bench, tenant: BenchTenant, boss: Person): Promise<void> {
  const run = (text: string, values: unknown[]) => bench.world.admin.query(text, values)
  await endTeam(bench, tenant)
  await run(`select set_config('app.tenant_id', $1, false)`, [tenant.id])
  await run(
    `with people as (
       select user_id, row_number() over (order by email) - 1 as n from memberships
       where tenant_id = $1 and user_id <> $2 and not 'admin' = any (roles) order by email limit ${PEOPLE}
     ), given as (
       select p.user_id, case when p.n < ${PEOPLE / EACH} then $2 else b.user_id end as manager_id
       from people p join people b on b.n = p.n % ${PEOPLE / EACH}
     )
     update memberships m set managers = array[g.manager_id::text] from given g where m.tenant_id = $1 and m.user_id = g.user_id`,
    [tenant.id, boss.userId],
  )
  await run(
    `insert into manager_relations (tenant_id, manager_id, user_id)
     select tenant_id, managers[1]::uuid, user_id from memberships where tenant_id = $1 and managers <> '{}'`,
    [tenant.id],
  )
  await setRoles(bench, tenant, boss, ['learner', 'manager'])
  await run('analyze manager_relations', [])
}

async function endTeam(bench: Bench, tenant: BenchTenant): Promise<void> {
  const run = (text: string) => bench.world.admin.query(text, [tenant.id])
  await run(`select set_config('app.tenant_id', $1, false)`)
  await run('delete from manager_relations where tenant_id = $1')
  await run(`update memberships set managers = '{}' where tenant_id = $1 and managers <> '{}'`)
  const [boss] = await bench.world.learners(tenant)
  if (boss) await setRoles(bench, tenant, boss, ['learner'])
}

async function setRoles(bench: Bench, tenant: BenchTenant, person: Person, roles: string[]): Promise<void> {
  const values = [tenant.id, person.userId, roles]
  await bench.world.admin.query('update memberships set roles = $3 where tenant_id = $1 and user_id = $2', values)
  await bench.world.admin.query('update control.directory set roles = $3 where tenant_id = $1 and user_id = $2', values)
}
