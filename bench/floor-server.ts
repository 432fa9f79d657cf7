import { argon2, createHash, randomBytes } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import * as sql from './statements.ts'

// Bare routes, in a process of their own: each looks up the session and runs the prepared statements of its work, over
// as many connections as the product has. They connect as superuser, so row security does not apply.

const pool = new pg.Pool({
  connectionString: process.env.FLOOR_DATABASE,
  max: Number(process.env.FLOOR_POOL),
  options: '-c TimeZone=UTC -c jit=off',
})
const app = Fastify()

interface Person {
  id: string
  userId: string
  tenantId: string
}

const one = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values })
/** Planned for this word: a generic plan is several times slower. */
const planned = (text: string, values: unknown[]) => pool.query({ text, values })

async function whoIs(request: FastifyRequest): Promise<Person> {
  const token = /learnt=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const { rows } = await one('session', sql.session, [createHash('sha256').update(token).digest()])
  if (rows[0]?.status !== 'active') throw Object.assign(new Error('Not signed in'), { statusCode: 401 })
  return { id: rows[0].id, userId: rows[0].user_id, tenantId: rows[0].tenant_id }
}

app.get('/home', async (request) => {
  const { tenantId, userId } = await whoIs(request)
  const mine = [tenantId, userId]
  const [waiting, open, recent, resume, counts] = await Promise.all([
    one('waiting', sql.home.waiting, [tenantId]),
    one('open', sql.home.open, mine),
    one('recent', sql.home.recent, mine),
    one('resume', sql.home.resume, mine),
    one('counts', sql.home.counts, mine),
  ])
  const card = resume.rows[0]
  const states = card ? await one('steps', sql.steps, [tenantId, card.id]) : null
  return {
    waiting: waiting.rows[0],
    open: open.rows,
    recent: recent.rows,
    resume: card,
    states: states?.rows,
    counts: counts.rows[0],
  }
})

app.get('/catalogue', async (request) => {
  const { tenantId, userId } = await whoIs(request)
  const mine = [tenantId, userId]
  const [waiting, page, asked, facets, tags] = await Promise.all([
    one('waiting', sql.home.waiting, [tenantId]),
    one('catalogue page', sql.catalogue.page, mine),
    one('catalogue asked', sql.catalogue.asked, mine),
    one('catalogue facets', sql.catalogue.facets, mine),
    one('catalogue tags', sql.catalogue.tags, mine),
  ])
  return { waiting: waiting.rows[0], items: page.rows, asked: asked.rows, facets: facets.rows, tags: tags.rows }
})

app.get('/course', async (request) => {
  const { tenantId, userId } = await whoIs(request)
  const { id = '' } = request.query as { id?: string }
  const course = await one('course', sql.ownCourse, [tenantId, userId, id])
  const [states, sources] = await Promise.all([
    one('steps', sql.steps, [tenantId, id]),
    one('sources', sql.sources, [tenantId, id]),
  ])
  return { course: course.rows[0], states: states.rows, sources: sources.rows }
})

app.get('/pathway', async (request) => {
  const { tenantId, userId } = await whoIs(request)
  const { id = '' } = request.query as { id?: string }
  const { rows } = await one('pathway', sql.ownPathway.card, [tenantId, userId, id])
  const card = rows[0]
  const [steps, sections] = await Promise.all([
    one('pathwaySteps', sql.ownPathway.steps, [tenantId, card.version_id, userId, card.id]),
    one('pathwaySections', sql.ownPathway.sections, [tenantId, card.version_id]),
  ])
  return { ...card, steps: steps.rows, sections: sections.rows }
})

interface ListQuery {
  search?: string
  key?: string
  id?: string
}

for (const [path, list, first] of [
  ['/members', sql.members, ''],
  ['/courses', sql.courses, '00000000-0000-0000-0000-000000000000'],
] as const) {
  app.get(path, async (request) => {
    const { tenantId } = await whoIs(request)
    const { search, key = '', id = first } = request.query as ListQuery
    const like = `%${search}%`
    const [page, total] = await Promise.all(
      search === undefined
        ? [one(`${path} page`, list.page, [tenantId, key, id]), one(`${path} total`, list.total, [tenantId])]
        : [planned(list.searched, [tenantId, key, id, like]), planned(list.searchedTotal, [tenantId, like])],
    )
    return { items: page?.rows, total: Number(total?.rows[0].count) }
  })
}

app.get('/rows', async (request) => {
  const { tenantId } = await whoIs(request)
  const { course, key = '', id = '' } = request.query as ListQuery & { course: string }
  const [page, total] = await Promise.all([
    one('rows', sql.report.rows, [tenantId, course, key, id]),
    one('rows total', sql.report.rowsTotal, [tenantId, course]),
  ])
  return { items: page.rows, total: Number(total.rows[0].count) }
})

interface Commit {
  tenant: string
  attempt: string
  member: string
  session: string
  sco: string
  epoch: number
  seq: number
  elapsed: number
  snapshot: Record<string, string>
  calls: unknown[]
}

app.post('/commit', async (request) => {
  const body = request.body as Commit
  const client = await pool.connect()
  try {
    await client.query('begin')
    const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
    const attempt = await run('lock', sql.commit.lock, [body.tenant, body.attempt])
    const standing = await run('standing', sql.commit.standing, [
      body.tenant,
      body.member,
      body.session,
      body.attempt,
      body.sco,
    ])
    if (!attempt.rows[0] || standing.rows[0]?.member_status !== 'active') throw new Error('Not allowed')
    const cmi = JSON.stringify(body.snapshot)
    await run('item', sql.commit.item, [body.tenant, body.attempt, body.sco, body.epoch, body.seq, cmi, body.elapsed])
    await run('whole', sql.commit.whole, [
      body.tenant,
      body.attempt,
      body.epoch,
      body.elapsed,
      body.calls.length,
      body.sco,
    ])
    await run('calls', sql.commit.calls, [body.tenant, body.attempt, body.epoch, JSON.stringify(body.calls)])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return { outcome: 'stored', ackedSeq: body.seq }
})

const nonce = randomBytes(16)
/** Only the password hash, with the product's parameters. */
app.post('/hash', async () => {
  await new Promise<void>((resolve, reject) => {
    argon2(
      'argon2id',
      { message: 'Learnt-demo-1', nonce, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 },
      (error) => (error ? reject(error) : resolve()),
    )
  })
  return { ok: true }
})

// The bare loop over sockets: forwards what the database announces to everybody.
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
app.server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (ws) => ws.on('message', () => ws.send('{"say":"subscribed"}')))
})
const listener = new pg.Client({ connectionString: process.env.FLOOR_DATABASE })
listener.on('notification', (message) => {
  for (const event of JSON.parse(message.payload ?? '[]') as object[])
    for (const socket of sockets.clients) socket.send(JSON.stringify(event))
})

process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
await listener.connect()
await listener.query('listen bench_floor')
await app.listen({ port: Number(process.env.FLOOR_PORT), host: '127.0.0.1' })
process.send?.('listening')
