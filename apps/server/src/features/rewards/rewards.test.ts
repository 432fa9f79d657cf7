import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'

const app = await testApp()

const keyed = () => ({ 'idempotency-key': newId() })

async function givenScene(points = 100) {
  const tenant = await givenTenant(app, { settings: { rewards: true } })
  const manager = await givenPerson(app, tenant, { roles: ['manager'] })
  const learner = await givenPerson(app, tenant, { firstName: 'Ada', managers: [manager.userId] } as never)
  if (points > 0)
    await app.call(tenant.admin, api.points.adjust, {
      params: { userId: learner.userId },
      body: { amount: points, reason: 'Start' },
      headers: keyed(),
    })
  return { tenant, manager, learner }
}

const mug = {
  title: '<b>Mug</b>',
  description: 'Blue',
  imageFileId: null,
  cost: 30,
  stock: 2 as number | null,
  approval: 'none' as 'none' | 'managers' | 'administrators',
  deliveryNote: 'At the reception',
  isOffered: true,
}

async function givenReward(tenant: GivenTenant, of: Partial<typeof mug> = {}) {
  const made = await app.call(tenant.admin, api.rewards.create, { body: { ...mug, ...of } })
  expect(made.problem).toBeNull()
  return made.body
}

const order = (person: GivenPerson, reward: { id: string; cost: number }) =>
  app.call(person, api.rewards.order, {
    params: { rewardId: reward.id },
    body: { cost: reward.cost },
    headers: keyed(),
  })

const stockOf = async (tenant: GivenTenant, id: string) =>
  (await app.call(tenant.admin, api.rewards.list, { query: {} })).body.items.find((one) => one.id === id)

/** The balance, what the entries come to, and their kinds, newest first. */
async function ledgerOf({ tenantId, membershipId }: GivenPerson) {
  const { rows } = await app.services.db.tenant(tenantId).read((tx) =>
    sql<{ balance: number; sum: number; kinds: string[] }>`
      select m.reward_points_count as balance, coalesce(sum(e.amount), 0)::int as sum, array_agg(e.kind order by e.place desc) as kinds
      from memberships m left join point_entries e on e.membership_id = m.id where m.id = ${membershipId} group by m.reward_points_count`.execute(
      tx,
    ),
  )
  return rows[0]
}

describe('rewards', () => {
  it('are kept by administrators, and shown to people who can buy them', async () => {
    const { tenant, learner, manager } = await givenScene()
    const foreign = await givenTenant(app, { settings: { rewards: true } })
    const reward = await givenReward(tenant)
    await givenReward(tenant, { title: 'Car', cost: 5000, isOffered: true })
    const hidden = await givenReward(tenant, { title: 'Secret', isOffered: false })
    for (const [body, path] of [
      [{ ...mug, title: ' ' }, 'body.title'],
      [{ ...mug, cost: 0 }, 'body.cost'],
      [{ ...mug, stock: -1 }, 'body.stock'],
      [{ ...mug, imageFileId: newId() }, 'body.imageFileId'],
    ] as const)
      expect((await app.call(tenant.admin, api.rewards.create, { body })).problem?.errors?.[0]?.path).toBe(path)
    for (const by of [learner, manager])
      expect((await app.call(by, api.rewards.create, { body: mug })).status).toBe(403)
    const offered = (await app.call(learner, api.rewards.offered, { query: {} })).body
    expect(offered.items.map((one) => [one.title, one.stock, one.can.order])).toEqual([
      ['<b>Mug</b>', 2, null],
      ['Car', 2, 'rewards.notEnough'],
    ])
    expect(offered.rewardPointsCount).toBe(100)
    const change = (by: GivenPerson, revision: number) =>
      app.call(by, api.rewards.change, { params: { rewardId: reward.id }, body: { ...mug, cost: 40, revision } })
    expect((await change(foreign.admin, 1)).status).toBe(404)
    expect((await change(tenant.admin, 1)).body).toMatchObject({ cost: 40, revision: 2 })
    expect((await change(tenant.admin, 1)).problem?.code).toBe('stale')
    // The price that the person was shown.
    expect((await order(learner, reward)).problem?.code).toBe('wrong-state')
    expect((await order(learner, hidden)).status).toBe(404)
    expect((await order(foreign.admin, { ...reward, cost: 40 })).status).toBe(404)
    const params = { rewardId: hidden.id }
    expect((await app.call(foreign.admin, api.rewards.remove, { params })).status).toBe(404)
    expect((await app.call(tenant.admin, api.rewards.remove, { params })).problem).toBeNull()
  })

  it('twenty orders at once take what is there and no more: neither stock nor balance falls below zero', async () => {
    const { tenant, learner } = await givenScene(200)
    const other = await givenPerson(app, tenant)
    await app.call(tenant.admin, api.points.adjust, {
      params: { userId: other.userId },
      body: { amount: 65, reason: 'Start' },
      headers: keyed(),
    })
    const reward = await givenReward(tenant, { stock: 5 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => order(nth % 2 === 0 ? learner : other, reward)),
    )
    expect(answers.filter((one) => one.status === 201)).toHaveLength(5)
    expect(new Set(answers.map((one) => one.status))).toEqual(
      new Set([201, 409, 422].filter((code) => answers.some((one) => one.status === code))),
    )
    expect((await stockOf(tenant, reward.id))?.stock).toBe(0)
    const ledgers = await Promise.all([ledgerOf(learner), ledgerOf(other)])
    expect(ledgers.every((one) => one && one.balance === one.sum && one.balance >= 0)).toBe(true)
    expect(ledgers.reduce((sum, one) => sum + (one?.balance ?? 0), 0)).toBe(265 - 5 * 30)
    expect((await order(learner, reward)).problem?.code).toBe('wrong-state')
  })
})

describe('an order', () => {
  it('is delivered or refused once, by people who see the person; what is refused comes back', async () => {
    const { tenant, learner, manager } = await givenScene()
    const otherTeam = await givenPerson(app, { ...tenant, teamId: await givenTeam(app, tenant) }, { roles: ['admin'] })
    const reward = await givenReward(tenant)
    const [first, second] = [await order(learner, reward), await order(learner, reward)]
    expect(first.body).toMatchObject({ state: 'ordered', title: '<b>Mug</b>', cost: 30, rewardPointsCount: 70 })
    expect(second.body.rewardPointsCount).toBe(40)
    const close = (verb: 'deliver' | 'refuse', by: GivenPerson, orderId: string, note = 'Broken') =>
      app.call(by, api.rewards[verb], { params: { orderId }, body: { note } })
    expect((await close('deliver', otherTeam, first.body.id)).status).toBe(404)
    expect((await close('deliver', manager, first.body.id)).status).toBe(403)
    expect((await close('refuse', tenant.admin, first.body.id, '')).problem?.errors?.[0]?.path).toBe('body.note')
    const both = await Promise.all([
      close('refuse', tenant.admin, first.body.id),
      close('deliver', tenant.admin, first.body.id),
      close('refuse', tenant.admin, first.body.id),
    ])
    expect(both.filter((one) => one.status === 200)).toHaveLength(1)
    const delivered = both[1]?.status === 200
    expect((await close('deliver', tenant.admin, second.body.id, 'Here')).body.state).toBe('delivered')
    expect((await close('refuse', tenant.admin, second.body.id)).problem?.code).toBe('wrong-state')
    expect((await stockOf(tenant, reward.id))?.stock).toBe(delivered ? 0 : 1)
    expect(await ledgerOf(learner)).toMatchObject(
      delivered ? { balance: 40, sum: 40 } : { balance: 70, sum: 70, kinds: ['refund', 'redeem', 'redeem', 'adjust'] },
    )
    const mine = (await app.call(learner, api.rewards.mine, { query: {} })).body
    expect(mine.items.map((one) => one.state)).toEqual(['delivered', delivered ? 'delivered' : 'refused'])
    expect((await app.call(otherTeam, api.rewards.orders, { query: {} })).body.total).toBe(0)
    expect((await app.call(tenant.admin, api.rewards.orders, { query: { state: ['delivered'] } })).body.total).toBe(
      delivered ? 2 : 1,
    )
    const kinds = (await app.call(learner, api.notifications.list, { query: {} })).body.items.map((one) => one.kind)
    expect(kinds).toContain('rewardDelivered')
    const told = (await app.call(tenant.admin, api.notifications.list, { query: {} })).body.items
    expect(told.filter((one) => one.kind === 'rewardOrdered')).toHaveLength(2)
    const report = (await app.call(tenant.admin, api.points.report, { query: {} })).body
    expect(report.items[0]?.redeemed).toBe(delivered ? 60 : 30)
  })

  it('that needs approval waits among the requests of the manager: approved, declined or withdrawn', async () => {
    const { tenant, learner, manager } = await givenScene()
    const stranger = await givenPerson(app, tenant, { roles: ['manager'] })
    const reward = await givenReward(tenant, { approval: 'managers', stock: null })
    const orders = []
    for (let nth = 0; nth < 3; nth++) orders.push((await order(learner, reward)).body)
    expect(orders.map((one) => one.state)).toEqual(['waiting', 'waiting', 'waiting'])
    expect((await ledgerOf(learner))?.balance).toBe(10)
    const waiting = (await app.call(manager, api.requests.manager.list, { query: { search: 'mug' } })).body
    expect(waiting.items[0]).toMatchObject({ kind: 'order', title: '<b>Mug</b>', documentId: null, state: 'open' })
    expect(waiting.total).toBe(3)
    const decide = (by: GivenPerson, requestId: string, decision: 'approve' | 'decline') =>
      app.call(by, api.requests.decide, { params: { requestId }, body: { decision, reason: 'So it is' } })
    const [a, b, c] = orders.map((one) => one.requestId ?? '')
    expect((await decide(stranger, a ?? '', 'approve')).status).toBe(404)
    const waits = { params: { orderId: orders[0]?.id ?? '' }, body: { note: 'x' } }
    expect((await app.call(tenant.admin, api.rewards.deliver, waits)).problem?.code).toBe('wrong-state')
    expect((await decide(manager, a ?? '', 'approve')).problem).toBeNull()
    expect((await decide(manager, b ?? '', 'decline')).problem).toBeNull()
    expect((await app.call(learner, api.requests.withdraw, { params: { requestId: c ?? '' } })).problem).toBeNull()
    const mine = (await app.call(learner, api.rewards.mine, { query: {} })).body.items
    expect(mine.map((one) => one.state)).toEqual(['withdrawn', 'refused', 'ordered'])
    expect(await ledgerOf(learner)).toMatchObject({ balance: 70, sum: 70 })
    expect((await app.call(tenant.admin, api.rewards.deliver, waits)).body).toMatchObject({ state: 'delivered' })
    expect((await app.call(learner, api.requests.mine, { query: {} })).body.items[0]).toMatchObject({ kind: 'order' })
  })

  it('is not possible while the tenant has no rewards', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const reward = await givenReward(tenant)
    expect((await order(learner, reward)).problem?.code).toBe('wrong-state')
    expect((await app.call(learner, api.rewards.offered, { query: {} })).problem?.code).toBe('wrong-state')
  })
})
