import { api, listOperations, type Operation } from '@learnt/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Chance, chance } from '../../demo/chance.ts'
import { newId } from '../../src/platform/ids.ts'
import { sessionCookieName } from '../../src/platform/session/token.ts'
import type { TestApp } from '../app.ts'
import { madeOf } from '../fuzz-samples.ts'
import { givenAssignment } from '../given/assignments.ts'
import { givenPublishedBundle } from '../given/courses.ts'
import { givenPerson } from '../given/people.ts'
import { abandonUpload } from '../given/uploads.ts'
import { givenWorld, type World } from '../given/world.ts'
import { sampleOf } from '../samples.ts'
import type { IdPlace } from './id-places.ts'
import { isAdmitted, launchTokenOf, type Principal, principalsOf } from './principals.ts'
import {
  baseOf,
  clean,
  fieldsOf,
  idsOf,
  type KnownId,
  type Made,
  madeUp,
  type Place,
  placesOf,
  type Reply,
  requestOf,
  sameAnswer,
  type Upload,
} from './requests.ts'
import { changedTables, hashTenant } from './tenant-hash.ts'
import { tryWalls } from './walls.ts'

// Calls every operation of the contract as everybody, with everybody's ids in every place that takes an id. The
// expected result is computed: from the access word, from who reaches what (reaches(), a model of the policies), and
// from the answer to a random id, which the answer to a foreign id must equal exactly.

export type Part = 'words' | 'strangers' | 'inside'

export interface WideWalk {
  readonly app: TestApp
  readonly owner: pg.Client
  readonly seed: string
  /** The approximate number of cases; all when absent. */
  readonly cases?: number
  /** Only these operations. */
  readonly operations?: readonly Operation[]
  /** Another server on the same services, with guards removed. */
  readonly server?: FastifyInstance
  /** Ends the walk at the first finding. */
  readonly hasty?: boolean
  /** Only this part: callers that the access words refuse, other tenants' people, or people of the same tenant. */
  readonly part?: Part
}

export interface WideSummary {
  seed: string
  cases: number
  requests: number
  operations: number
  places: number
  /** Places and kinds of id where the owner's id and a random id get different answers. */
  controls: number
  /** Operations that succeeded for a permitted caller, on the attacked objects. */
  admitted: number
  /** Answers that vary from call to call, compared by status, code and names of fields only. */
  unsteady: number
  /** Answers that say "retry later", which are not compared. */
  throttled: number
  statuses: Record<string, number>
  byPrincipal: Record<string, number>
  leaks: string[]
}

/** The approximate number of all cases, so that a smaller number can be turned into a share of them. */
const roughlyAll = 38_000
/** Cases of every operation that are always tried. */
const fixedEach = 30

export async function wideWalk(of: WideWalk): Promise<WideSummary> {
  const { app, owner } = of
  const server = of.server ?? app.server
  const random = chance(of.seed)
  const operations = of.operations ?? listOperations()
  const variable = (roughlyAll * operations.length) / listOperations().length
  const share =
    of.cases === undefined ? 1 : Math.min(1, Math.max(0.02, (of.cases - fixedEach * operations.length) / variable))
  const summary: WideSummary = {
    seed: of.seed,
    cases: 0,
    requests: 0,
    operations: operations.length,
    places: 0,
    controls: 0,
    admitted: 0,
    unsteady: 0,
    throttled: 0,
    statuses: {},
    byPrincipal: {},
    leaks: [],
  }
  /** Ids that this operation's requests contained; operations that store them may return them. */
  const sent = new Set<string>()
  const leak = (words: string) => void summary.leaks.push(words)
  /**
   * Uploads whose bytes have not arrived. Many of them block new ones; with a guard removed, anybody's upload may do
   * so.
   */
  const waiting: Upload[] = []
  const does = (part: Part) => of.part === undefined || of.part === part
  const done = () => of.hasty === true && summary.leaks.length > 0

  async function send(operation: Operation, headers: Record<string, string>, made: Made): Promise<Reply> {
    const reply = await server.inject({
      ...requestOf(app, operation, headers, made),
      // Limits by address are not what this tests.
      remoteAddress:
        operation.access === 'operator'
          ? '127.0.0.1'
          : `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`,
    })
    summary.requests++
    const status = String(reply.statusCode)
    summary.statuses[status] = (summary.statuses[status] ?? 0) + 1
    if (reply.statusCode === 429) summary.throttled++
    if (reply.statusCode >= 500 && reply.statusCode !== 503)
      leak(`${operation.id}: ${status} ${reply.body.slice(0, 300)}`)
    const text = `${reply.body}\n${['location', 'content-disposition', 'etag'].map((name) => reply.headers[name] ?? '').join('\n')}`
    return { status: reply.statusCode, code: /"code":"([a-z-]+)"/.exec(reply.body)?.[1] ?? '', text }
  }

  await tryTables()
  for (const operation of operations) {
    if (done()) break
    await abandonAll()
    if (of.part === 'inside') {
      if (operation.access !== 'attempt' && operation.access !== 'operator') await sameTenant(operation)
      continue
    }
    const [victim, foreign] = await Promise.all([givenWorld(app), givenWorld(app)])
    const victimIds = await idsOf(app, victim, waiting)
    const places = placesOf(operation, baseOf(operation, foreign), foreign, random)
    summary.places += places.length
    const strangers = await principalsOf(app, foreign, owner)
    const insiders = (await principalsOf(app, victim, owner)).filter((one) => !isAdmitted(operation.access, one))
    // Runs the work that making the world left over, so that only the attack can change rows.
    if (of.part === undefined) await app.settle()
    const before = of.part === undefined ? await hashTenant(owner, victim.tenantId) : new Map<string, string>()
    sent.clear()

    // 1. Callers that the access word refuses get one answer, whatever they send.
    if (!does('words')) {
      // This call runs another part.
    } else if (operation.access !== 'attempt') {
      for (const principal of [...insiders, ...strangers.filter((one) => !isAdmitted(operation.access, one))]) {
        const own = baseOf(operation, victim)
        for (const made of [own, ...somePuts(places, own, victimIds, random, share)]) {
          await keptOut(operation, principal, made, victim)
          if (done()) break
        }
      }
    } else for (const headers of badBearers(app, victim, foreign)) await badBearer(operation, headers, victim)

    const rightful = strangers.find((one) => isAdmitted(operation.access, one))
    if (rightful && does('words')) await fromAnotherSite(operation, rightful, baseOf(operation, foreign))

    // 2. People of another tenant with the right role: a foreign id is answered like a random one.
    if (does('strangers') && operation.access !== 'attempt' && operation.access !== 'operator') {
      for (const principal of strangers.filter((one) => isAdmitted(operation.access, one))) {
        await tellsNothing(operation, principal, baseOf(operation, foreign), victim, victimIds, null)
        for (const place of places) {
          // Superadministrators look after all tenants; a team's name is known before sign-in.
          if (operation.access === 'superadmin' && place.spelling === 'slug') continue
          // Users are shared by all tenants: an administrator who knows the address may add the person, and learns whether
          // they can sign in already.
          if (/^(?:members\.create|users\.invite)$/.test(operation.id) && place.spelling === 'email') continue
          if (isPublicName(operation, place)) continue
          for (const known of victimIds.filter((one) => one.spelling === place.spelling)) {
            // Superadministrators also look after providers that superadministrators set up.
            const isOfProviders = operation.id.startsWith('providers.') && operation.access === 'admin'
            const looksAfter = isOfProviders && (known.kind === 'provider' || known.kind === 'tenant')
            if (looksAfter && principal.roles.includes('superadmin')) continue
            if (!random.is(share)) continue
            await asMadeUp(operation, principal, place, known, victim, victimIds, foreign)
            if (done()) break
          }
          if (random.is(share)) await malformed(operation, principal, place, foreign, victim, victimIds)
          if (done()) break
        }
        if (done()) break
      }
    }
    if (of.part !== undefined) continue
    await app.settle()
    const changed = changedTables(before, await hashTenant(owner, victim.tenantId))
    if (changed.length > 0) leak(`${operation.id}: refused calls changed ${changed.join(', ')}`)
    if (done()) break

    // 3. People of the same tenant, with ids beyond their reach.
    if (operation.access !== 'attempt' && operation.access !== 'operator') {
      await sameTenant(operation)
      if (done()) break
    }

    // 4. The controls: permitted callers send the same requests to what was attacked.
    await controls(operation, victim, victimIds)
  }
  await abandonAll()
  return summary

  async function abandonAll(): Promise<void> {
    for (const { by, address } of waiting.splice(0)) await abandonUpload(app, by, address)
  }

  async function tryTables(): Promise<void> {
    if (of.hasty) return
    const [victim, foreign] = await Promise.all([givenWorld(app), givenWorld(app)])
    const walls = await tryWalls(app, owner, { victim, foreign })
    summary.cases += walls.cases
    summary.byPrincipal['the tables, bound to another tenant'] = walls.cases
    summary.controls += walls.controls
    summary.leaks.push(...walls.leaks)
  }

  function count(principal: string): void {
    summary.cases++
    summary.byPrincipal[principal] = (summary.byPrincipal[principal] ?? 0) + 1
  }

  async function keptOut(operation: Operation, principal: Principal, made: Made, victim: World): Promise<void> {
    count(principal.name)
    const reply = await send(operation, principal.headers, made)
    const expected = principal.person === null ? 401 : 403
    if (reply.status !== expected)
      leak(`${operation.id} by ${principal.name}: ${reply.status} instead of ${expected} ${reply.text.slice(0, 200)}`)
    if (reply.text.includes(victim.mark)) leak(`${operation.id} by ${principal.name}: tells ${victim.mark}`)
  }

  /** A page of another site, in the browser of a permitted person: requests that change something are refused. */
  async function fromAnotherSite(operation: Operation, principal: Principal, made: Made): Promise<void> {
    if (operation.method === 'GET' || operation.method === 'OPTIONS') return
    // SAML identity providers post from their own sites; the operations that receive this use no session.
    if (operation.kind === 'raw' && operation.fromElsewhere) return
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      count('page of another site')
      const reply = await send(operation, { ...principal.headers, ...headers }, made)
      if (reply.code !== 'origin-refused')
        leak(`${operation.id} from ${JSON.stringify(headers)}: ${reply.status} ${reply.text.slice(0, 200)}`)
    }
  }

  async function badBearer(
    operation: Operation,
    [name, headers]: readonly [string, Record<string, string>],
    victim: World,
  ) {
    count(name)
    const body =
      operation.kind === 'json' && operation.body
        ? {
            ...(madeOf(operation.body, random, [victim.attemptId]) as object),
            epoch: 1,
            snapshot: {},
            delta: undefined,
          }
        : undefined
    const reply = await send(operation, headers, { params: {}, query: {}, body, headers: {} })
    // A correctly signed token of an attempt that does not exist finds nothing.
    if (reply.status !== 401 && !(name.includes('another attempt') && [403, 404].includes(reply.status)))
      leak(`${operation.id} with ${name}: ${reply.status} ${reply.text.slice(0, 200)}`)
    if (reply.text.includes(victim.mark)) leak(`${operation.id} with ${name}: tells ${victim.mark}`)
  }

  async function tellsNothing(
    operation: Operation,
    principal: Principal,
    made: Made,
    victim: World,
    victimIds: readonly KnownId[],
    known: string | null,
  ): Promise<Reply> {
    count(principal.name)
    if (known !== null && known !== '') sent.add(known)
    const reply = await send(operation, principal.headers, made)
    if (operation.access === 'superadmin') return reply
    const words = [victim.mark, victim.tenantId, ...victimIds.map(({ id }) => id)]
    for (const word of words) {
      // The answer may contain what was sent, also each half of a membership id.
      if ([...sent].some((one) => one === word || one.includes(word) || word.includes(one))) continue
      if (reply.text.includes(word)) leak(`${operation.id} by ${principal.name} of another tenant: tells ${word}`)
    }
    return reply
  }

  async function asMadeUp(
    operation: Operation,
    principal: Principal,
    place: Place,
    known: KnownId,
    victim: World,
    victimIds: readonly KnownId[],
    own: World,
  ): Promise<void> {
    const where = `${operation.id} by ${principal.name}, ${known.kind} of another tenant in ${place.at}`
    const nobodys = () => madeUp(place.spelling, own)
    const [one, another] = [nobodys(), nobodys()]
    const first = await send(operation, principal.headers, place.with(one))
    const reply = await tellsNothing(operation, principal, place.with(known.id), victim, victimIds, known.id)
    if (sameAnswer(first, one, reply, known.id)) return
    const second = await send(operation, principal.headers, place.with(another))
    if (sameAnswer(second, another, reply, known.id)) return
    if (!sameAnswer(first, one, second, another)) {
      summary.unsteady++
      const kind = (of: Reply) => `${of.status} ${of.code} ${fieldsOf(of.text)}`
      if ([first, second].some((made) => kind(made) === kind(reply))) return
    }
    leak(
      `${where}: ${clean(reply.text, known.id).slice(0, 300)} instead of ${clean(second.text, another).slice(0, 300)}`,
    )
  }

  async function malformed(
    operation: Operation,
    principal: Principal,
    place: Place,
    own: World,
    victim: World,
    victimIds: readonly KnownId[],
  ): Promise<void> {
    const odd = random.pick([
      '',
      '..',
      '%00',
      "' or 1=1 --",
      `${own.courseId}x`,
      '*',
      `${victim.tenantId}/..`,
      'null',
      '0',
    ])
    await tellsNothing(operation, principal, place.with(odd), victim, victimIds, odd.length > 10 ? odd : null)
  }

  async function sameTenant(operation: Operation): Promise<void> {
    const inside = await givenWorld(app)
    sent.clear()
    if (operation.id.startsWith('audit.') || operation.id.startsWith('mails.')) await leaveTraces(app, inside)
    const insideIds = await idsOf(app, inside, waiting)
    const base = baseOf(operation, inside)
    const places = placesOf(operation, base, inside, random)
    const principals = (await principalsOf(app, inside, owner)).filter(
      (one) => one.person !== null && isAdmitted(operation.access, one),
    )
    // Lists and answers must not contain people out of reach. Runs first, because later answers may contain what was
    // sent.
    for (const principal of principals.filter((one) => isConfined(one, operation))) {
      count(principal.name)
      const made = operation.id === 'learning.course' ? await bundleFor(app, principal, inside) : base
      const reply = await send(operation, principal.headers, made)
      const { learner, userCourseId, jobId, attemptId, mark } = inside
      const theirs = insideIds.filter((known) => ofOnePerson.has(known.kind))
      const own = theirs.find(({ id }) => JSON.stringify(made).includes(id))
      if (own && reply.status < 300)
        leak(`${operation.id} by ${principal.name} of the same tenant: gets at the ${own.kind} of somebody else`)
      const words = [learner.email, learner.userId, `${mark} Learner`, userCourseId, jobId, attemptId]
      for (const word of [...words, ...theirs.map(({ id }) => id)]) {
        if (JSON.stringify(made).includes(word)) continue
        if (reply.text.includes(word))
          leak(`${operation.id} by ${principal.name} of the same tenant: tells ${word} of somebody out of reach`)
      }
      if (done()) return
    }
    await climb(operation, principals, inside, base)
    await reachUp(operation, principals, inside, base)
    await overwrite(operation, principals, inside)
    await enterElsewhere(operation, inside)
    if (done()) return
    for (const principal of principals) {
      for (const place of places) {
        if (isPublicName(operation, place)) continue
        for (const known of insideIds.filter((one) => one.spelling === place.spelling)) {
          if (reaches(principal, operation, place, known, inside) || !random.is(share)) continue
          count(principal.name)
          sent.add(known.id)
          const [one, another] = [madeUp(place.spelling, inside), madeUp(place.spelling, inside)]
          const first = await send(operation, principal.headers, place.with(one))
          const reply = await send(operation, principal.headers, place.with(known.id))
          if (sameAnswer(first, one, reply, known.id)) continue
          const second = await send(operation, principal.headers, place.with(another))
          if (sameAnswer(second, another, reply, known.id)) continue
          const kind = (of: Reply) => `${of.status} ${of.code} ${fieldsOf(of.text)}`
          if (!sameAnswer(first, one, second, another) && [first, second].some((made) => kind(made) === kind(reply))) {
            summary.unsteady++
            continue
          }
          leak(
            `${operation.id} by ${principal.name} of the same tenant, ${known.kind} out of reach in ${place.at}: ${reply.status} ${clean(reply.text, known.id).slice(0, 300)} instead of ${second.status} ${clean(second.text, another).slice(0, 300)}`,
          )
          if (done()) return
        }
      }
    }
  }

  /** Nobody gives or takes a role above their own: tried in every body that names roles. */
  async function climb(
    operation: Operation,
    principals: readonly Principal[],
    world: World,
    base: Made,
  ): Promise<void> {
    if (operation.kind !== 'json' || operation.body === undefined || operation.access !== 'admin') return
    if (!Object.keys((operation.body as unknown as { shape?: object }).shape ?? {}).includes('roles')) return
    for (const principal of principals) {
      const tops = principal.roles.includes('superadmin')
      for (const roles of [['superadmin'], ['learner', 'admin', 'superadmin']]) {
        count(principal.name)
        const made = structuredClone(base)
        const email = `climber-${newId()}@example.test`
        made.body = { ...(made.body as object), roles, ...('email' in (made.body as object) ? { email } : {}) }
        // To an administrator of another team, nobody here exists.
        if ('userId' in made.params && principal.person) made.params = { userId: world.learner.userId }
        const reply = await send(operation, principal.headers, made)
        if (reply.status < 300 && !tops) leak(`${operation.id} by ${principal.name}: gives the role superadmin`)
        if (tops && reply.status < 300) summary.controls++
      }
    }
  }

  /** Nobody changes a person with a higher role. */
  async function reachUp(
    operation: Operation,
    principals: readonly Principal[],
    world: World,
    base: Made,
  ): Promise<void> {
    const { userId, membershipId, tenantId } = world.superadmin
    const aimed: Record<string, Partial<Made>[]> = {
      // Name and role: two paths through the command.
      'members.update': [{ params: { userId } }, { params: { userId }, body: { status: 'inactive' } }],
      'members.setStatus': [{ body: { selection: { by: 'ids', ids: [membershipId] }, status: 'inactive' } }],
      'impersonation.start': [{ body: { userId, reason: 'Somebody asked for help' } }],
    }
    const aims = aimed[operation.id] ?? []
    const status = () =>
      app.services.db
        .tenant(tenantId)
        .read((tx) => tx.selectFrom('memberships').select('status').where('id', '=', membershipId).executeTakeFirst())
    const lower = principals.filter((one) => !one.roles.includes('superadmin'))
    for (const [principal, aim] of lower.flatMap((one) => aims.map((aim) => [one, aim] as const))) {
      count(principal.name)
      const reply = await send(operation, principal.headers, { ...base, ...aim })
      // A change of many people is a job: it may begin, and must leave this person out.
      const isJob = reply.status === 202
      if (isJob) await app.settle()
      if (isJob ? (await status())?.status !== 'active' : reply.status < 300)
        leak(`${operation.id} by ${principal.name}: changes or becomes a superadministrator`)
    }
  }

  /** A view with the same name as somebody else's, saved as default: the other person's view stays unchanged. */
  async function overwrite(operation: Operation, principals: readonly Principal[], world: World): Promise<void> {
    if (operation.id !== 'views.save') return
    const views = async () =>
      JSON.stringify((await app.call(world.learner, api.views.list, { query: { list: 'people' as never } })).body) +
      JSON.stringify((await app.call(world.learner, api.views.list, { query: { list: 'courses' } })).body)
    const body = { list: 'courses' as const, name: `${world.mark} mine`, query: 'search=mine', isDefault: true }
    await app.call(world.learner, api.views.save, { body })
    const before = await views()
    for (const principal of principals.filter((one) => one.person?.userId !== world.learner.userId)) {
      count(principal.name)
      // More calls than one person's limit allows, because each person is counted separately.
      const made = { params: {}, query: {}, headers: {}, body: { ...body, query: 'search=theirs' } }
      await send(operation, principal.headers, made)
      if ((await views()) !== before) leak(`${operation.id} by ${principal.name}: changes somebody else's view`)
    }
    const [first, second] = principals.filter((one) => one.person?.userId !== world.learner.userId)
    for (let number = 0; first && number < 49; number++)
      await send(operation, first.headers, {
        params: {},
        query: {},
        headers: {},
        body: { ...body, name: `v ${number}` },
      })
    const made = { params: {}, query: {}, headers: {}, body: { ...body, name: 'one more' } }
    if (second && (await send(operation, second.headers, made)).status >= 300)
      leak(`${operation.id} by ${second.name}: somebody else's views count as theirs`)
  }

  /** Switching cannot enter a team that does not accept the session's sign-in method. */
  async function enterElsewhere(operation: Operation, world: World): Promise<void> {
    if (operation.id !== 'session.switchTeam') return
    const cookie = sessionCookieName(app.services.settings)
    for (const [methods, expected] of [
      [['saml'], 403],
      [['password'], 200],
    ] as const) {
      const teamId = `${world.tenantId}-${methods[0]}`
      const fields = JSON.stringify({ displayName: 'Strict', authMethods: methods })
      await app.services.db.control((tx) =>
        sql`select control.put_team(${teamId}, ${world.tenantId}, ${fields}::jsonb, ${app.clock.now()})`.execute(tx),
      )
      await givenPerson(app, world, { userId: world.learner.userId, teamId, email: world.learner.email })
      const body = { membershipId: `${world.learner.userId}:${teamId}` }
      count('learner')
      const headers = { cookie: `${cookie}=${world.learner.token}` }
      const reply = await send(operation, headers, { params: {}, query: {}, headers: {}, body })
      if (reply.status !== expected)
        leak(
          `${operation.id} into a team that takes ${methods[0]}: ${reply.status} instead of ${expected} ${reply.text.slice(0, 200)}`,
        )
      else if (expected === 200) summary.controls++
    }
  }

  async function controls(operation: Operation, victim: World, victimIds: readonly KnownId[]): Promise<void> {
    const sample = sampleOf(operation, victim)
    const { token } = sample.by
    const headers: Record<string, string> =
      token === null ? {} : { cookie: `${sessionCookieName(app.services.settings)}=${token}` }
    const base = baseOf(operation, victim)
    if (operation.access !== 'attempt') {
      const reply = await send(operation, headers, base)
      const fine = (reply.status >= 200 && reply.status < 300) || sample.alsoFine.includes(reply.status)
      if (!fine) leak(`${operation.id}: the control failed: ${reply.status} ${reply.text.slice(0, 300)}`)
      else summary.admitted++
    } else summary.admitted++
    for (const place of placesOf(operation, base, victim, random)) {
      const one = madeUp(place.spelling, victim)
      const made = await send(operation, headers, place.with(one))
      for (const known of victimIds.filter((id) => id.spelling === place.spelling)) {
        if (!random.is(share * 4)) continue
        const reply = await send(operation, headers, place.with(known.id))
        if (!sameAnswer(made, one, reply, known.id)) summary.controls++
      }
    }
  }
}

/** The sample of an operation as this person, or as a permitted one. */
export async function sendSample(
  app: TestApp,
  server: FastifyInstance,
  operation: Operation,
  person: { token: string | null } | null,
  world: World,
): Promise<{ status: number; body: string }> {
  const { token } = person ?? sampleOf(operation, world).by
  const made = baseOf(operation, world)
  const headers = {
    ...(token === null ? {} : { cookie: `${sessionCookieName(app.services.settings)}=${token}` }),
  }
  const reply = await server.inject(requestOf(app, operation, headers, made))
  return { status: reply.statusCode, body: reply.body }
}

// ---- the model ----------------------------------------------------------------------------------------------------

const ofPeople = new Set(['user', 'membership', 'assignment', 'attempt', 'email'])
const ofOnePerson = new Set(['view', 'session', 'note', 'notification', 'identity', 'schedule', 'view of the manager'])

/** Who reaches what in their own tenant: readings, "What a team separates"; specification, section 4. */
function reaches(principal: Principal, operation: Operation, place: IdPlace, known: KnownId, world: World): boolean {
  const person = principal.person
  if (person === null) return false
  const { id } = operation
  const isOwn = person.userId === world.learner.userId
  const isOwnId = known.id === person.userId || known.id === person.membershipId || known.id === person.email
  if (isOwnId || known.id === person.teamId || (known.kind === 'tenant' && place.at.endsWith('tenantId'))) return true
  // Signed for the administrator who requested it.
  if (known.kind === 'signature') return person.userId === world.admin.userId
  const hasRole = (role: string) => principal.roles.includes(role)
  const isAdmin = hasRole('admin') || hasRole('superadmin')
  if (operation.access === 'superadmin') return true
  if (operation.access === 'manager') {
    if (known.kind === 'course' || known.kind === 'draft' || known.kind === 'archived') return true
    return person.userId === world.manager.userId
  }
  if (id.startsWith('jobs.')) return isOwn || (isAdmin && principal.wholeTenant)
  // Team-mates see whether a person is online.
  if (id === 'presence.list' && ofPeople.has(known.kind)) {
    const isOfOtherTeam = known.id.startsWith(world.teamAdmin.userId)
    return (isAdmin && principal.wholeTenant) || (person.teamId === world.teamAdmin.teamId) === isOfOtherTeam
  }
  if (known.kind === 'view of the manager') return person.userId === world.manager.userId
  // Its owner, and its receivers.
  if (known.kind === 'schedule') return person.userId === world.manager.userId || person.userId === world.admin.userId
  // A provider's people link it to their own accounts.
  if (known.kind === 'provider' && operation.access === 'signedIn') return person.teamId === world.teamId
  // A person's pathway: managers see those of their own people, administrators those of all people they see.
  if (id.startsWith('pathways.') && operation.access === 'managerOrAdmin') {
    if (ofPeople.has(known.kind))
      return isAdmin
        ? principal.wholeTenant || known.id === world.teamAdmin.userId
        : person.userId === world.manager.userId && known.id === world.learner.userId
    if (place.at.endsWith('evidenceFileId')) return isAdmin
  }
  if (operation.access === 'signedIn' || operation.access === 'managerOrAdmin') return isOwn
  // Rules and their counts belong to the tenant; names are shown only to administrators who may see the people.
  if (id.startsWith('permissions.') && place.at.includes('.rule.')) return isAdmin
  // A manager may be of any team.
  if (id.startsWith('members.') && place.at.includes('.managers')) return isAdmin
  if (ofPeople.has(known.kind)) return principal.wholeTenant || world.teamAdmin.userId === known.id
  if (known.kind === 'team' || known.kind === 'tenant') return principal.wholeTenant
  return !ofOnePerson.has(known.kind)
}

/** People with limited reach, which does not include the world's learner. */
function isConfined(principal: Principal, operation: Operation): boolean {
  if (operation.access === 'superadmin' || operation.access === 'operator') return false
  return ['another learner', 'manager of nobody', 'admin of another team'].includes(principal.name)
}

/** Teams and tenants are public before sign-in: their slugs are in addresses, and their existence is not secret. */
function isPublicName(operation: Operation, place: IdPlace): boolean {
  return place.spelling === 'slug' && (operation.access === 'public' || operation.access === 'guest')
}

// ---- requests -----------------------------------------------------------------------------------------------------

function* somePuts(
  places: readonly Place[],
  own: Made,
  known: readonly KnownId[],
  random: Chance,
  share: number,
): Iterable<Made> {
  for (const place of places)
    for (const one of known) if (one.spelling === place.spelling && random.is(share / 4)) yield place.with(one.id)
  // Before the caller is known, the server reads nothing of the body.
  yield { ...own, body: own.body === undefined ? undefined : { wrong: true } }
}

function badBearers(app: TestApp, victim: World, foreign: World): (readonly [string, Record<string, string>])[] {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const [body = '', signature = ''] = launchTokenOf(app, foreign).split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
  const forged = Buffer.from(
    JSON.stringify({
      ...claims,
      tenantId: victim.tenantId,
      attemptId: victim.attemptId,
      userId: victim.learner.userId,
    }),
  ).toString('base64url')
  return [
    ['no token', {}],
    ['session as bearer', bearer(victim.learner.token)],
    ['session cookie', { cookie: `learnt_session=${victim.learner.token}` }],
    ['forged launch token', bearer(`${forged}.${signature}`)],
    ['unsigned launch token', bearer(`${forged}.`)],
    [
      'expired launch token',
      bearer(launchTokenOf(app, victim, { expiresAt: new Date(app.clock.now().getTime() - 1) })),
    ],
    ['launch token of another attempt', bearer(launchTokenOf(app, victim, { attemptId: newId() }))],
    ['launch token without a word before it', { authorization: launchTokenOf(app, victim) }],
    ['launch token of an ended session', bearer(launchTokenOf(app, victim, { sessionId: newId() }))],
  ]
}

/** An own bundle that contains another person's course. */
async function bundleFor(app: TestApp, principal: Principal, world: World): Promise<Made> {
  const { courseId } = await givenPublishedBundle(app, world, [world.courseId], { title: `${world.mark} bundle` })
  const userCourseId = principal.person ? await givenAssignment(app, principal.person, courseId) : courseId
  return { params: { userCourseId }, query: {}, body: undefined, headers: {} }
}

/** Changes and mails somebody, so that logs and outbox contain something about them. */
async function leaveTraces(app: TestApp, world: World): Promise<void> {
  const { admin, learner } = world
  await app.call(admin, api.members.update, { params: { userId: learner.userId }, body: { phone: '+44 1632 960123' } })
  await app.call(admin, api.accounts.sendGenericEmail, { body: { template: 'resetPassword', to: [learner.email] } })
  await app.settle()
}
