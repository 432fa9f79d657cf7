import { ask, type Bench, type Figure, fromEstimate, tenantOf, type Workload } from '../bench.ts'
import { estimate, median, rounded } from '../measure.ts'
import { type BenchTenant, idOf, type Person } from '../world.ts'
import { forget } from './administration.ts'

const RULES = 1000
/** The others name a custom field of the tenant. */
const NAMING_POSITION = 10
const CHANGES = 40

export const ruleWorkloads: Workload[] = [
  {
    name: 'rules1000',
    about: 'S7: a thousand rules in a tenant: one changed person, previews',
    async run(bench) {
      const tenant = tenantOf(bench, 100_000)
      const [admin] = await bench.world.admins(tenant)
      const small = tenantOf(bench, 1000)
      const [smallAdmin] = await bench.world.admins(small)
      if (!admin || !smallAdmin) throw new Error('No administrators')
      await giveRules(bench, tenant)
      try {
        // The same kinds of change in turn, so that the machine affects all of them alike.
        const times = { without: [] as number[], unnamed: [] as number[], few: [] as number[], many: [] as number[] }
        let gained = 0
        for (let i = 0; i < CHANGES; i++) {
          const userId = idOf('user', tenant.id, 1500 + i)
          times.without.push(
            await change(bench, smallAdmin, idOf('user', small.id, 900 + (i % 90)), 'loc1', `Place ${i % 9} b`),
          )
          times.unnamed.push(await change(bench, admin, userId, 'loc1', `Bench place ${i}`))
          times.few.push(await change(bench, admin, userId, 'position', `Bench position ${i % NAMING_POSITION}`))
          times.many.push(await change(bench, admin, userId, 'custom1', `Bench word ${i % (RULES - NAMING_POSITION)}`))
          gained += await givenTo(bench, tenant, userId)
          // Restores them, so that the next run finds the same values.
          await change(bench, admin, userId, 'position', 'Position 1')
          await change(bench, admin, userId, 'custom1', null)
          gained -= await givenTo(bench, tenant, userId)
        }
        if (gained !== CHANGES * 2) throw new Error(`The rules gave ${gained} of ${CHANGES * 2}`)
        const previews: number[] = []
        const body = {
          documentType: 'course',
          documentId: idOf('course', tenant.id, 50),
          status: 'active',
          isOptional: false,
        }
        for (let i = 0; i < 10; i++)
          for (const rule of [
            { rule: {}, groups: [], everyone: true },
            { rule: { position: [`Position ${i}`], loc1: [`Place ${i}`] }, groups: [], everyone: false },
          ])
            previews.push(
              (await ask(bench, admin, '/api/permissions/preview', { method: 'POST', body: { ...body, rule } }))
                .milliseconds,
            )
        const beside = {
          'in a tenant without rules': `${rounded(median(times.without))} ms`,
          'a field that no rule names': `${rounded(median(times.unnamed))} ms`,
          [`a field that ${NAMING_POSITION} rules name`]: `${rounded(median(times.few))} ms`,
          [`a field that ${RULES - NAMING_POSITION} rules name`]: `${rounded(median(times.many))} ms`,
        }
        return [
          {
            ...figure(
              'S7.rules.unnamed',
              `One changed person among ${RULES} rules of which none names the field, over a tenant without rules`,
              times.unnamed.map((ms, i) => ms / (times.without[i] ?? Number.NaN)),
              '×',
              1.25,
            ),
            beside,
          },
          figure(
            'S7.rules.few',
            `One changed person, ${NAMING_POSITION} of ${RULES} rules name the field and one gives a course`,
            times.few,
            'ms',
            20,
          ),
          figure('S7.rules.many', `The same where ${RULES - NAMING_POSITION} name it`, times.many, 'ms', 50),
          figure('S7.preview', `Preview of a rule among ${tenant.people} people`, previews, 'ms', 1000),
        ]
      } finally {
        await forget(bench, tenant, givenCourses(tenant))
      }
    },
  },
]

function figure(id: string, what: string, values: number[], unit: string, atMost: number): Figure {
  const slowest = unit === 'ms' ? { 'slowest of all': `${rounded(Math.max(...values))} ms` } : {}
  return { id, goal: 'S7', what, unit, ...fromEstimate(estimate(values)), atMost, beside: slowest }
}

/** Courses that nobody has in the data. */
function givenCourses(tenant: BenchTenant): string[] {
  return Array.from({ length: 10 }, (_, n) => idOf('course', tenant.id, 49 + n))
}

/** Rules that match nobody yet; they assign during the measurement. */
async function giveRules(bench: Bench, tenant: BenchTenant): Promise<void> {
  await bench.world.admin.query(
    `insert into permissions (tenant_id, id, document_type, document_id, title, rule, fields)
     select $1, gen_random_uuid(), 'course', ($2::uuid[])[1 + n % 10], 'Bench rule ' || n,
       case when n < $3 then jsonb_build_object('rule', jsonb_build_object('position', array['Bench position ' || n]), 'groups', '[]'::jsonb, 'everyone', false)
         else jsonb_build_object('rule', jsonb_build_object('custom1', array['Bench word ' || (n - $3)]), 'groups', '[]'::jsonb, 'everyone', false) end,
       case when n < $3 then '{position}'::text[] else '{custom1}'::text[] end
     from generate_series(0, $4 - 1) n`,
    [tenant.id, givenCourses(tenant), NAMING_POSITION, RULES],
  )
}

async function change(
  bench: Bench,
  admin: Person,
  userId: string,
  field: string,
  word: string | null,
): Promise<number> {
  const { text } = await ask(bench, admin, `/api/members/${userId}`)
  const { revision } = JSON.parse(text) as { revision: number }
  const body = { revision, [field]: word === null ? [] : [word] }
  return (await ask(bench, admin, `/api/members/${userId}`, { method: 'PATCH', body })).milliseconds
}

async function givenTo(bench: Bench, tenant: BenchTenant, userId: string): Promise<number> {
  const { rows } = await bench.world.admin.query(
    `select count(*)::int as given from assignment_sources s join permissions p on p.tenant_id = s.tenant_id and p.id = s.source_id
     where s.tenant_id = $1 and s.user_id = $2 and s.kind = 'rule' and p.title like 'Bench rule %'`,
    [tenant.id, userId],
  )
  return (rows[0] as { given: number }).given
}
