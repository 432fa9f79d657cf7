import { listOperations, type Operation } from '@learnt/contract'
import { type Endpoint, fillPath } from '@learnt/contract/endpoint'
import { afterAll, expect, test } from 'vitest'
import { features } from '../src/app.ts'
import { errorStatusesOf } from '../src/platform/http/openapi.ts'
import { mintTenantId } from '../src/platform/tenant-id.ts'
import { type Caller, type TestApp, testApp } from './app.ts'
import { stranger } from './given/people.ts'
import { givenWorld, type World } from './given/world.ts'
import { sampleOf } from './samples.ts'

// Walks every operation of the contract as everybody who must be refused, each beside a call that succeeds. Samples and
// permitted callers come from the contract, so a forgotten operation fails here.

const operations = listOperations()
let refused = 0
let admitted = 0

afterAll(() => {
  process.stdout.write(`walk: ${operations.length} operations, ${refused} refusals, ${admitted} positive controls\n`)
})

test('every operation of the contract has a route, and every route is in the contract', () => {
  const routed = features.routes.map((route) => route.endpoint.id)
  expect(routed.toSorted()).toEqual(operations.map((operation) => operation.id).toSorted())
})

interface Outcome {
  status: number
  text: string
}

async function callWith(app: TestApp, operation: Operation, caller: Caller, world: World): Promise<Outcome> {
  const outcome = await ask(app, operation, caller, world)
  const answers = operation.kind === 'json' ? [operation.status] : (operation.answers ?? [200])
  expect([...answers, ...errorStatusesOf(operation)], `${operation.id} in the documentation`).toContain(outcome.status)
  return outcome
}

async function ask(app: TestApp, operation: Operation, caller: Caller, world: World): Promise<Outcome> {
  const sample = sampleOf(operation, world)
  if (operation.kind === 'json') {
    const { params, query, body } = sample
    const reply = await app.call(caller, operation as Endpoint, { params, query, body } as never)
    return { status: reply.status, text: JSON.stringify(reply.body ?? reply.problem ?? null) }
  }
  const reply = await app.send(caller, operation.method, fillPath(operation.path, sample.params), {
    headers: sample.headers,
  })
  return { status: reply.status, text: reply.body.toString('utf8') }
}

/** The entries of the audit logs of the world's tenants, each as its id and action. */
async function auditOf(app: TestApp, world: World): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const tenantId of [world.tenantId, mintTenantId(world.spareTenantId)]) {
    const rows = await app.services.db
      .tenant(tenantId)
      .read((tx) => tx.selectFrom('auditEntries').select(['id', 'action']).execute())
    for (const { id, action } of rows) found.set(id, action)
  }
  return found
}

/** Principals of the same tenant that this access word refuses. */
function lowerRoles(operation: Operation, world: World): [string, Caller, number[]][] {
  const denied: [string, Caller, number[]][] = []
  const { access } = operation
  if (access === 'public' || access === 'guest' || access === 'operator' || access === 'attempt') return denied
  denied.push(['a stranger', stranger, [401]])
  denied.push(['a suspended person', world.suspended, [401]])
  if (access === 'admin') denied.push(['a learner', world.learner, [403]], ['a manager', world.manager, [403]])
  if (access === 'managerOrAdmin') denied.push(['a learner', world.learner, [403]])
  if (access === 'manager')
    denied.push(['a learner', world.learner, [403]], ['an administrator without the role', world.admin, [403]])
  if (access === 'superadmin')
    denied.push(
      ['a learner', world.learner, [403]],
      ['a manager', world.manager, [403]],
      ['an administrator', world.admin, [403]],
    )
  return denied
}

/** A person with the right role in another tenant. */
function counterpart(operation: Operation, foreign: World): Caller {
  switch (operation.access) {
    case 'admin':
    case 'managerOrAdmin':
      return foreign.admin
    case 'manager':
      return foreign.manager
    case 'superadmin':
      return foreign.superadmin
    default:
      return foreign.learner
  }
}

/** Worlds that no call has changed so far. */
let unchanged: World | undefined
let foreign: World | undefined

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s lets in who may, refuses who may not, and tells other tenants nothing',
  async (id, operation) => {
    const app = await testApp()
    unchanged ??= await givenWorld(app)
    foreign ??= await givenWorld(app)
    const world = unchanged
    const sample = sampleOf(operation, world)

    for (const [who, caller, statuses] of lowerRoles(operation, world)) {
      const reply = await callWith(app, operation, caller, world)
      expect(statuses, `${id} by ${who}: ${reply.text}`).toContain(reply.status)
      expect(reply.text, `${id} by ${who}`).not.toContain(world.mark)
      refused++
    }

    if (operation.access !== 'attempt') {
      const reply = await callWith(app, operation, counterpart(operation, foreign), world)
      expect(reply.status, `${id} by another tenant: ${reply.text}`).toBeLessThan(500)
      if (sample.namesTenant)
        expect([403, 404, 409, 422], `${id} by another tenant: ${reply.text}`).toContain(reply.status)
      // Superadministrators may see the list of all tenants.
      if (operation.access !== 'superadmin') expect(reply.text, `${id} by another tenant`).not.toContain(world.mark)
      refused++
      if (reply.status < 300 && operation.method !== 'GET') foreign = undefined
    }

    if (operation.method !== 'GET') unchanged = undefined
    const before = await auditOf(app, world)
    const reply = await callWith(app, operation, sample.by, world)
    const isDone = reply.status >= 200 && reply.status < 300
    const fine = isDone || sample.alsoFine.includes(reply.status)
    expect(fine, `${id} by who may: ${reply.status} ${reply.text}`).toBe(true)
    if (isDone) {
      const after = await auditOf(app, world)
      const written = new Set([...after].filter(([entry]) => !before.has(entry)).map(([, action]) => action))
      expect(written.size, `${id} wrote ${[...written]}`).toBe(sample.audits.length > 0 ? 1 : 0)
      for (const action of written) expect(sample.audits, `${id} in the audit log`).toContain(action)
    }
    admitted++
  },
)

test('an administrator of one team sees no people of another', async () => {
  const app = await testApp()
  const world = await givenWorld(app)
  for (const id of [
    'members.list',
    'members.export',
    'members.get',
    'members.update',
    'reports.admin.learners',
    'reports.admin.assignments',
    'reports.admin.assignment',
    'permissions.people',
    'permissions.why',
  ]) {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(`No operation ${id}`)
    const reply = await callWith(app, operation, world.teamAdmin, world)
    expect(reply.text, id).not.toContain(world.learner.email)
    refused++
  }
})
