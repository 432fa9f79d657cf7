import {
  ask,
  type Bench,
  connectAsSuperuser,
  type Figure,
  fromEstimate,
  tenantOf,
  timed,
  type Workload,
} from '../bench.ts'
import { estimate, median, percentile, rounded } from '../measure.ts'
import { openCrowd } from '../processes.ts'
import type { BenchTenant, Person } from '../world.ts'

/** People who get a badge in one call; if there are more, one message tells everybody to ask again. */
const TOLD_SINGLY = 200
const BALANCES = 30

interface GivenBadge {
  readonly id: string
  readonly versionId: string
}

export const badgeAwardWorkloads: Workload[] = [
  {
    name: 'badge-awards',
    about: 'a badge rule over a million completions beside INSERT .. SELECT, badges and points told to open pages',
    run: async (bench) => [...(await toldOverSockets(bench)), ...(await retroactiveRule(bench))],
  },
]

/**
 * A rule over everything that 100,000 people have ever finished: the preview, and the awards beside a bare INSERT ..
 * SELECT.
 */
async function retroactiveRule(bench: Bench): Promise<Figure[]> {
  const tenant = tenantOf(bench, 100_000)
  const [admin] = await bench.world.admins(tenant)
  if (!admin) throw new Error('No people')
  const bare = await connectAsSuperuser(bench)
  const completions = await finishEverything(bench, tenant)
  const badge = await givenBadge(bench, admin, tenant)
  try {
    const rule = {
      badgeId: badge.id,
      title: 'Bench',
      countsFrom: null,
      trigger: { kind: 'finished', subject: 'course' },
    }
    const count = { ...rule, trigger: { kind: 'count', subject: 'course', count: 5, days: null } }
    const previews = { rule: [] as number[], count: [] as number[] }
    for (let round = 0; round < bench.options.rounds; round++)
      for (const [name, asked] of Object.entries({ rule, count }))
        previews[name as 'rule'].push(
          (await ask(bench, admin, '/api/badge-rules/preview', { method: 'POST', body: { rule: asked } })).milliseconds,
        )
    const [written, byHand]: [number[], number[]] = [[], []]
    let awards = 0
    for (let round = 0; round < Math.min(3, bench.options.rounds); round++) {
      byHand.push(await timed(() => bare.query(insertSelect, [tenant.id, badge.id, badge.versionId])))
      await forgetAwards(bench, tenant)
      const began = performance.now()
      const { text } = await ask(bench, admin, '/api/badge-rules', { method: 'POST', body: rule })
      const { id } = JSON.parse(text) as { id: string }
      for (;;) {
        const now = JSON.parse((await ask(bench, admin, `/api/badge-rules/${id}`)).text) as {
          isApplying: boolean
          awards: number
        }
        awards = now.awards
        if (!now.isApplying) break
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      written.push(performance.now() - began)
      await ask(bench, admin, `/api/badge-rules/${id}`, { method: 'DELETE' })
      await untilTold(bench, tenant)
      await forgetAwards(bench, tenant)
    }
    return [
      {
        ...figureOf(previews.rule, 1000),
        id: 'S7.badges.preview',
        what: `Preview of a badge rule over ${tenant.people} people and ${completions} completions`,
      },
      {
        ...figureOf(previews.count, 1000),
        id: 'S7.badges.count',
        what: 'The same for five different courses each',
      },
      {
        id: 'S7.badges.written',
        goal: 'S7',
        what: `Its ${awards} awards, from the click to the last row, over INSERT .. SELECT`,
        unit: '×',
        ...fromEstimate(estimate(written.map((value, i) => value / (byHand[i] ?? Number.NaN)))),
        atMost: 1.3,
        beside: { product: `${rounded(median(written) / 1000)} s`, floor: `${rounded(median(byHand) / 1000)} s` },
      },
    ]
  } finally {
    await bare.end()
    await forgetBadge(bench, tenant, badge)
    await undoFinished(bench, tenant)
  }
}

/** Notifications of badges and balances while a thousand pages are open. */
async function toldOverSockets(bench: Bench): Promise<Figure[]> {
  const tenant = tenantOf(bench, 10_000)
  const [admin] = await bench.world.admins(tenant)
  const people = await bench.world.crowd(tenant, bench.options.sockets)
  if (!admin || !people[0]) throw new Error('No people')
  const open = (some: readonly Person[]) =>
    openCrowd({
      count: some.length,
      url: `${bench.product.url.replace('http', 'ws')}/api/live`,
      origin: bench.product.url,
      cookies: some.map((person) => `__Host-Http-learnt=${person.token}`),
    })
  const [one, earning, others] = [people.slice(0, 1), people.slice(1, 1 + TOLD_SINGLY), people.slice(1 + TOLD_SINGLY)]
  const crowds = [await open(one), await open(earning), await open(others)]
  const [holder, earners] = crowds
  const badge = await givenBadge(bench, admin, tenant)
  const rewards = (on: boolean) =>
    bench.world.admin.query(
      `update control.tenants set settings = settings || jsonb_build_object('rewards', $2::boolean) where id = $1`,
      [tenant.id, on],
    )
  await rewards(true)
  try {
    if (!holder || !earners) throw new Error('No sockets')
    const selection = { by: 'ids', ids: earning.map((person) => `${person.userId}:${tenant.id}`) }
    const [toasts, balances]: [number[], number[]] = [[], []]
    for (let round = 0; round < bench.options.rounds; round++) {
      const heard = await earners.hear(() =>
        ask(bench, admin, `/api/badges/${badge.id}/award`, { method: 'POST', body: { selection, again: true } }),
      )
      if (heard.length < TOLD_SINGLY) throw new Error(`Only ${heard.length} heard of their badge`)
      toasts.push(percentile(heard, 0.99))
    }
    for (let nth = 0; nth < BALANCES; nth++) {
      const heard = await holder.hear(() =>
        ask(bench, admin, `/api/members/${one[0]?.userId}/points`, {
          method: 'POST',
          body: { amount: 1, reason: 'Bench' },
        }),
      )
      if (heard.length === 0) throw new Error('The balance was not told')
      balances.push(heard[0] as number)
    }
    return [
      {
        id: 'S10.toast',
        goal: 'S10',
        what: `A badge to ${TOLD_SINGLY} of ${people.length} who look on, from the click until the last page hears of it, p99`,
        unit: 'ms',
        value: rounded(median(toasts)),
        atMost: 1000,
        beside: { 'slowest of all': `${rounded(Math.max(...toasts))} ms` },
      },
      {
        id: 'S10.balance',
        goal: 'S10',
        what: `Points to one of ${people.length} who look on, from the click until the page hears of it`,
        unit: 'ms',
        value: rounded(median(balances)),
        atMost: 1000,
        beside: { 'slowest of all': `${rounded(Math.max(...balances))} ms` },
      },
    ]
  } finally {
    await Promise.all(crowds.map((crowd) => crowd.close()))
    await rewards(false)
    await forgetAwards(bench, tenant)
    await forgetBadge(bench, tenant, badge)
  }
}

function figureOf(values: number[], atMost: number) {
  return {
    goal: 'S7',
    unit: 'ms',
    ...fromEstimate(estimate(values)),
    atMost,
    beside: { 'slowest of all': `${rounded(Math.max(...values))} ms` },
  }
}

/** The same rows, written by hand. */
const insertSelect = `
  insert into badge_awards (tenant_id, id, badge_id, version_id, rule_id, user_id, cause_key, kind, assignment_id, document_type, document_id, document_title,
    rule_title, holder_name, awarded_at, status_position)
  select $1, gen_random_uuid(), $2, $3, $2, w.user_id, 'once', 'finished', w.id, w.document_type, w.document_id, w.title, 'Bench',
    rtrim(m.first_name || ' ' || m.last_name), now(), 10000000 + row_number() over ()
  from (
    select distinct on (a.user_id) a.user_id, a.id, a.document_type, a.document_id, d.title
    from assignments a join documents d on d.tenant_id = $1 and d.id = a.document_id
    where a.tenant_id = $1 and a.state in ('completed', 'passed') and a.completed_at is not null and a.document_type = 'course' and not d.is_bundle
    order by a.user_id, a.completed_at, a.id
  ) w join memberships m on m.tenant_id = $1 and m.user_id = w.user_id and m.is_primary and m.status = 'active'`

/** Finishes all assignments and returns how many; records which were open, to restore them. */
async function finishEverything(bench: Bench, tenant: BenchTenant): Promise<number> {
  const { admin } = bench.world
  await admin.query(
    `create temp table bench_unfinished as select id, state, completed_at from assignments where tenant_id = $1 and state not in ('completed', 'passed')`,
    [tenant.id],
  )
  await admin.query(
    `update assignments a set state = 'completed', completed_at = now() - (abs(hashtext(a.id::text)) % 365) * interval '1 day'
     from bench_unfinished u where a.tenant_id = $1 and a.id = u.id`,
    [tenant.id],
  )
  await admin.query('vacuum analyze assignments')
  const { rows } = await admin.query(
    `select count(*)::int as n from assignments where tenant_id = $1 and state in ('completed', 'passed')`,
    [tenant.id],
  )
  return (rows[0] as { n: number }).n
}

async function undoFinished(bench: Bench, tenant: BenchTenant): Promise<void> {
  const { admin } = bench.world
  await admin.query(
    `update assignments a set state = u.state, completed_at = u.completed_at from bench_unfinished u where a.tenant_id = $1 and a.id = u.id`,
    [tenant.id],
  )
  await admin.query('drop table bench_unfinished')
}

async function givenBadge(bench: Bench, admin: Person, tenant: BenchTenant): Promise<GivenBadge> {
  const { text } = await ask(bench, admin, '/api/badges', { method: 'POST', body: { title: 'Bench' } })
  const { id } = JSON.parse(text) as { id: string }
  const { rows } = await bench.world.admin.query(`select version_id from badges where tenant_id = $1 and id = $2`, [
    tenant.id,
    id,
  ])
  return { id, versionId: (rows[0] as { version_id: string }).version_id }
}

/** A task adds the notices after a rule's awards. */
async function untilTold(bench: Bench, tenant: BenchTenant): Promise<void> {
  for (let before = -1; ; ) {
    const { rows } = await bench.world.admin.query(
      `select count(*)::int as n from notifications where tenant_id = $1 and kind = 'badgeAwarded'`,
      [tenant.id],
    )
    const { n } = rows[0] as { n: number }
    if (n === before) return
    before = n
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
}

async function forgetAwards(bench: Bench, tenant: BenchTenant): Promise<void> {
  for (const text of [
    'delete from badge_awards where tenant_id = $1',
    `delete from notifications where tenant_id = $1 and kind = 'badgeAwarded'`,
    `delete from mails where tenant_id = $1 and kind = 'badgeAwarded'`,
  ])
    await bench.world.admin.query(text, [tenant.id])
}

async function forgetBadge(bench: Bench, tenant: BenchTenant, badge: GivenBadge): Promise<void> {
  const { admin } = bench.world
  await forgetAwards(bench, tenant)
  await admin.query(`delete from outbox where tenant_id = $1 and task = 'badges.lookAgain'`, [tenant.id])
  await admin.query('delete from badge_rules where tenant_id = $1 and badge_id = $2', [tenant.id, badge.id])
  await admin.query('delete from badges where tenant_id = $1 and id = $2', [tenant.id, badge.id])
}
