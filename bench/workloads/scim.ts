import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { ask, type Bench, connectAsSuperuser, fromEstimate, tenantOf, type Workload } from '../bench.ts'
import { estimate, rounded } from '../measure.ts'
import * as sql from '../statements.ts'

const CLIENTS = 8
const PEOPLE = 400

export const scimWorkloads: Workload[] = [
  {
    name: 'scim',
    about: `${PEOPLE} people by SCIM, ${CLIENTS} at a time, beside the same statements by hand`,
    async run(bench) {
      const tenant = tenantOf(bench, 10_000)
      const [admin] = await bench.world.admins(tenant)
      if (!admin) throw new Error('No administrators')
      const body = { name: 'Bench', scope: 'all', teamId: tenant.id, expiresInDays: 30, invites: false }
      const made = JSON.parse((await ask(bench, admin, '/api/scim-tokens', { method: 'POST', body })).text)
      const { id, token } = made as { id: string; token: string }
      const bare = await Promise.all(Array.from({ length: CLIENTS }, () => connectAsSuperuser(bench)))
      const [ours, theirs]: [number[], number[]] = [[], []]
      try {
        for (let round = 0; round < bench.options.rounds; round++) {
          const product = () => rateOf((_, at) => post(bench, token, `p${round}x${at}`))
          const byHand = () =>
            rateOf((client, at) => createByHand(bare[client] as Client, tenant.id, `h${round}x${at}`))
          // The side that goes first changes from round to round.
          if (round % 2 === 0) ours.push(await product())
          theirs.push(await byHand())
          if (round % 2 === 1) ours.push(await product())
        }
      } finally {
        await forget(bare[0] as Client, tenant.id)
        await ask(bench, admin, `/api/scim-tokens/${id}/revoke`, { method: 'POST' })
        await Promise.all(bare.map((client) => client.end()))
      }
      return [
        {
          id: 'S7.scim',
          goal: 'S7',
          what: 'New people by SCIM in a second, over the same statements by hand',
          unit: '×',
          ...fromEstimate(estimate(ours.map((rate, at) => rate / (theirs[at] ?? 1)))),
          atLeast: 0.5,
          beside: {
            product: `${rounded(Math.max(...ours))}/s`,
            'by hand': `${rounded(Math.max(...theirs))}/s`,
          },
        },
      ]
    },
  },
]

/** People per second, with as many in parallel as there are clients. */
async function rateOf(create: (client: number, at: number) => Promise<void>): Promise<number> {
  const began = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      while (next < PEOPLE) await create(client, next++)
    }),
  )
  return (PEOPLE / (performance.now() - began)) * 1000
}

async function post(bench: Bench, token: string, mark: string): Promise<void> {
  const reply = await fetch(`${bench.product.url}/scim/v2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify(userOf(mark)),
  })
  if (reply.status !== 201) throw new Error(`SCIM: ${reply.status} ${await reply.text()}`)
}

export function userOf(mark: string): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `${mark}@scim.bench`,
    externalId: mark,
    name: { givenName: 'First', familyName: `Last${mark}` },
    emails: [{ value: `${mark}@scim.bench`, type: 'work', primary: true }],
    title: 'Nobody’s rule',
    active: true,
  }
}

/** The same by hand: the token, the look-up, the rows, the audit entry, and the rules that might match. */
export async function createByHand(client: Client, tenantId: string, mark: string): Promise<void> {
  const [userId, entryId, email] = [randomUUID(), randomUUID(), `${mark}@scim.bench`]
  const run = (name: keyof typeof sql.scim, values: unknown[]) =>
    client.query({ name: `scim ${name}`, text: sql.scim[name], values })
  await run('token', [tenantId, Buffer.from('0')])
  await client.query('begin')
  await client.query({ name: 'scim tenant', text: `select set_config('app.tenant_id', $1, true)`, values: [tenantId] })
  await run('taken', [tenantId, email, mark])
  await run('user', [userId, email, 'First', `Last${mark}`])
  await run('membership', [tenantId, userId, email, 'First', `Last${mark}`])
  await run('directory', [tenantId, userId])
  await run('said', [tenantId, userId, email, mark])
  await run('entry', [tenantId, entryId, userId])
  await run('payload', [tenantId, entryId, JSON.stringify({ email })])
  await run('lock', [tenantId])
  await run('rules', [tenantId])
  await run('sources', [tenantId, userId])
  await run('read', [tenantId, userId])
  await client.query('commit')
}

/** Removes what the workload made, so that the next run finds the same sizes. */
async function forget(bare: Client, tenantId: string): Promise<void> {
  await bare.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
  const mine = `(select user_id from memberships where tenant_id = $1 and email like '%@scim.bench')`
  for (const table of ['assignment_sources', 'assignments', 'scim_people'])
    await bare.query(`delete from ${table} where tenant_id = $1 and user_id in ${mine}`, [tenantId])
  await bare.query(`delete from memberships where tenant_id = $1 and email like '%@scim.bench'`, [tenantId])
  await bare.query(
    `delete from control.directory where user_id in (select id from control.users where email like '%@scim.bench')`,
  )
  await bare.query(`delete from control.users where email like '%@scim.bench'`)
}
