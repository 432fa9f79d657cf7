import { listOperations, type Operation } from '@learnt/contract'
import type pg from 'pg'
import type { z } from 'zod'
import { type Chance, chance } from '../../demo/chance.ts'
import { sessionCookieName } from '../../src/platform/session/token.ts'
import type { TestApp } from '../app.ts'
import { madeOf } from '../fuzz-samples.ts'
import { abandonUpload } from '../given/uploads.ts'
import { linesOfPdf } from '../pdf-lines.ts'
import { readParts } from '../read-workbook.ts'
import { sampleOf } from '../samples.ts'
import { isAllowed, isKnown, type Leak } from './inside-allowed.ts'
import { isAdmitted } from './principals.ts'
import { baseOf, type Made, type Place, placesOf, requestOf } from './requests.ts'
import { givenTwoTeams, type Insider, rowsOf, shared, type TheirRows, type TwoTeams } from './two-teams.ts'

// Calls every operation of the contract as people of the same tenant who have no right to the people concerned, with
// those people's ids in every place, alone and beside own ids. The walk contains no rules about rights: all texts of
// the victims carry a mark, and all of their rows are compared. A response with the mark or a changed row is a leak,
// unless a list with reasons allows it. Then a permitted caller sends the same request, which must succeed.

export interface InsideWalk {
  readonly app: TestApp
  readonly owner: pg.Client
  readonly seed: string
  /** The approximate number of cases; all when absent. */
  readonly cases?: number
  readonly operations?: readonly Operation[]
}

export interface InsideSummary {
  seed: string
  cases: number
  requests: number
  operations: number
  /** Attacked operations that then succeeded for a permitted caller. */
  controls: number
  /** Those of them whose response showed the mark, so that a leak would be noticed. */
  shown: number
  /** Operations whose sample cannot succeed, according to the contract (`alsoFine`). */
  excused: number
  /** Requests with the attacker's own ids in the same places, which succeeded. */
  within: number
  byInsider: Record<string, number>
  statuses: Record<string, number>
  worlds: number
  leaks: Leak[]
  /** Operations with ids that succeeded for nobody. */
  uncontrolled: string[]
}

interface Case {
  readonly made: Made
  readonly where: string
}

/** The approximate number of all cases, so that a smaller number can be turned into a share of them. */
const roughlyAll = 60_000

export async function insideWalk(of: InsideWalk): Promise<InsideSummary> {
  const { app, owner } = of
  const random = chance(of.seed)
  const operations = (of.operations ?? listOperations()).filter(
    ({ access }) => access !== 'attempt' && access !== 'operator' && access !== 'superadmin',
  )
  const share =
    of.cases === undefined ? 1 : Math.min(1, of.cases / ((roughlyAll * operations.length) / listOperations().length))
  const summary: InsideSummary = {
    seed: of.seed,
    cases: 0,
    requests: 0,
    operations: operations.length,
    controls: 0,
    shown: 0,
    excused: 0,
    within: 0,
    byInsider: {},
    statuses: {},
    worlds: 0,
    leaks: [],
    uncontrolled: [],
  }
  const sayLeak = (
    operation: Operation,
    insider: string,
    what: Leak['what'],
    parts: readonly string[],
    where: string,
  ) => {
    const found = parts.filter(
      (part) => !isAllowed({ operation: operation.id, insider, what, words: `${part} (${where})` }),
    )
    const isSaid = summary.leaks.some(
      (one) => one.operation === operation.id && one.insider === insider && one.what === what,
    )
    if (found.length === 0 || isSaid) return
    const leak = {
      operation: operation.id,
      insider,
      what,
      words: `${found.join('; ')} (${where})`.replaceAll('\n', ' '),
    }
    summary.leaks.push(leak)
    if (process.env.ATTACK_SAY) process.stdout.write(`LEAK ${what} ${leak.operation} by ${insider}: ${leak.words}\n`)
  }
  /** The attacked world, with its original rows, and a second world for the requests of permitted callers. */
  let attacked: { teams: TwoTeams; before: TheirRows; sent: Set<string> } | null = null
  let spare: TwoTeams | null = null

  for (const operation of operations) {
    for (const name of insiderNames) {
      attacked ??= await freshlyAttacked()
      const { teams, before, sent } = attacked
      const insider = teams.insiders.find((one) => one.name === name)
      if (!insider || !isAdmitted(operation.access, insider)) continue
      const done: string[] = []
      for (const { made, where } of casesOf(operation, teams, insider, random, isKnown(operation.id) ? 1 : share)) {
        count(name)
        const reply = await send(operation, insider.headers, made)
        if (reply.status >= 500 && reply.status !== 503)
          sayLeak(operation, name, 'error', [`${reply.status} ${reply.text.slice(0, 200)}`], where)
        noteSent(sent, teams, made)
        look(operation, teams, insider, sent, JSON.stringify(made), where, reply)
        if (reply.status >= 300) continue
        done.push(where)
        if (where === 'own') summary.within++
      }
      if (done.length === 0) continue
      if (operation.method !== 'GET') await app.settle()
      const changes = changesOf(before, await rows(teams), teams)
      if (changes.length > 0) sayLeak(operation, name, 'changed', changes, `one of: ${done.slice(0, 6).join(', ')}`)
      // An earlier case may have changed documents of the tenant, which the next comparison would report.
      if (changes.length > 0 || (operation.method !== 'GET' && insider.roles.some((role) => role !== 'learner'))) {
        await leave(teams)
        attacked = null
      }
    }
    await control(operation)
  }
  for (const teams of [attacked?.teams, spare]) if (teams) await leave(teams)
  return summary

  async function fresh(): Promise<TwoTeams> {
    summary.worlds++
    return givenTwoTeams(app, owner)
  }

  async function freshlyAttacked() {
    const teams = await fresh()
    return { teams, before: await rows(teams), sent: new Set<string>() }
  }

  async function leave({ ids, world }: TwoTeams): Promise<void> {
    for (const { id } of ids.filter(({ kind }) => kind === 'upload'))
      await abandonUpload(app, world.learner, `/api/uploads/${id}`)
  }

  function rows(of: TwoTeams): Promise<TheirRows> {
    const { world, joinedTeamId, secrets } = of
    return rowsOf(owner, {
      tenantId: world.tenantId,
      ids: [world.learner.userId, ...secrets],
      butTeamId: joinedTeamId,
    })
  }

  function count(name: string): void {
    summary.cases++
    summary.byInsider[name] = (summary.byInsider[name] ?? 0) + 1
  }

  async function send(operation: Operation, headers: Record<string, string>, made: Made) {
    const reply = await app.server.inject({
      ...requestOf(app, operation, headers, made),
      remoteAddress: `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`,
    })
    summary.requests++
    summary.statuses[reply.statusCode] = (summary.statuses[reply.statusCode] ?? 0) + 1
    const heads = ['location', 'content-disposition', 'etag'].map((name) => reply.headers[name] ?? '')
    const text = await textOf(reply.rawPayload, String(reply.headers['content-type'] ?? ''))
    return { status: reply.statusCode, text: `${text}\n${heads.join('\n')}` }
  }

  function look(
    operation: Operation,
    { personal, named, managed, secrets, world }: TwoTeams,
    insider: Insider,
    sent: ReadonlySet<string>,
    request: string,
    where: string,
    reply: { status: number; text: string },
  ): void {
    const found = (word: string) => reply.text.includes(word) && !sent.has(word) && !request.includes(word)
    const say = (what: Leak['what'], word: string) => {
      const at = reply.text.indexOf(word)
      const around = reply.text.slice(Math.max(0, at - 80), at + 80)
      sayLeak(operation, insider.name, what, [`${reply.status} …${around}…`], where)
    }
    if (found(personal)) say('personal', personal)
    if (found(named)) say('named', named)
    // A caller who adds somebody by their address knows the address.
    const secret = secrets.find((word) => found(word) && !(insider.name === 'self-named manager' && word.includes('@')))
    if (secret) say('secret', secret)
    // Administrators see all documents of the tenant, managers those that they may assign. Other people must not even
    // see the titles of documents that they do not have.
    const isLearner = insider.roles.every((role) => role === 'learner')
    if (!insider.roles.includes('admin') && found(managed)) say('document', managed)
    if (isLearner && found(world.mark)) say('document', world.mark)
  }

  /** Sends the same request as a permitted caller. If an earlier operation prevents it, once more in a new world. */
  async function control(operation: Operation): Promise<void> {
    let used = spare !== null
    spare ??= await fresh()
    let outcome = await succeed(operation, spare)
    if (!outcome.works && used) {
      await leave(spare)
      spare = await fresh()
      used = false
      outcome = await succeed(operation, spare)
    }
    if (outcome.works) {
      summary.controls++
      if (outcome.shows) summary.shown++
    } else if (outcome.isExcused) summary.excused++
    else if (outcome.takesIds) summary.uncontrolled.push(`${operation.id}: ${outcome.words}`)
  }

  async function succeed(operation: Operation, teams: TwoTeams) {
    const { world, personal, named } = teams
    const sample = sampleOf(operation, world)
    const { token } = sample.by
    const headers: Record<string, string> =
      token === null ? {} : { cookie: `${sessionCookieName(app.services.settings)}=${token}` }
    const base = sharpened(operation, baseOf(operation, world), teams)
    const places = placesOf(operation, base, world, random)
    let reply = await send(operation, headers, base)
    const isExcused = sample.alsoFine.includes(reply.status)
    if (reply.status >= 300)
      for (const { place, id, kind } of puts(places, teams)) {
        if (!fits(place, kind)) continue
        reply = await send(operation, headers, place.with(id))
        if (reply.status < 300) break
      }
    return {
      works: reply.status < 300,
      shows: reply.text.includes(personal) || reply.text.includes(named),
      takesIds: places.length > 0,
      isExcused,
      words: `${reply.status} ${reply.text.slice(0, 150)}`,
    }
  }
}

const insiderNames = [
  'administrator of another team',
  'manager of nobody',
  'self-named manager',
  'facilitator',
  'fellow learner',
  'assessor',
]

/** The sample unchanged, with own ids instead, and with each foreign id in each place of both. */
function casesOf(operation: Operation, teams: TwoTeams, insider: Insider, random: Chance, share: number): Case[] {
  const theirs = sharpened(operation, baseOf(operation, teams.world), teams)
  const own = within(theirs, insider)
  const cases: Case[] = [{ made: theirs, where: 'theirs' }]
  if (JSON.stringify(own) !== JSON.stringify(theirs)) cases.push({ made: own, where: 'own' })
  for (const [base, name] of [
    [own, 'own'],
    [theirs, 'theirs'],
  ] as const) {
    if (name === 'theirs' && cases.length === 1) continue
    for (const { place, id, kind } of puts(placesOf(operation, base, teams.world, random), teams))
      if (random.is((name === 'own' ? share : share / 3) * (fits(place, kind) ? 1 : 0.1)))
        cases.push({ made: place.with(id), where: `${name}, ${kind} in ${place.at}` })
  }
  for (const one of fieldsOf(operation, own, teams, random)) if (random.is(share)) cases.push(one)
  return cases
}

/** Fields of the body that the sample leaves out, one at a time. */
function fieldsOf(operation: Operation, own: Made, teams: TwoTeams, random: Chance): Case[] {
  if (operation.kind !== 'json' || operation.body === undefined) return []
  const shape = (operation.body as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}
  const body = (own.body ?? {}) as Record<string, unknown>
  const ids = teams.ids.map(({ id }) => id)
  return Object.entries(shape)
    .filter(([key]) => body[key] === undefined)
    .flatMap(([key, schema]) => {
      for (let tries = 0; tries < 5; tries++) {
        const value = madeOf(schema, random, ids)
        if (value === undefined || value === null || !schema.safeParse(value).success) continue
        return [{ made: { ...own, body: { ...body, [key]: value } }, where: `own, with ${key}` }]
      }
      return []
    })
}

function* puts(places: readonly Place[], { ids }: TwoTeams): Iterable<{ place: Place; id: string; kind: string }> {
  for (const { kind } of ids) allKinds.add(kind)
  for (const place of places)
    for (const { spelling, id, kind } of ids) if (spelling === place.spelling) yield { place, id, kind }
}

/** Whether the place's name asks for this kind of id; a few ids of other kinds are tried too. */
function fits({ at }: Place, kind: string): boolean {
  const name = (
    at
      .replace(/\[\+?\]/g, '')
      .split('.')
      .at(-1) ?? ''
  ).toLowerCase()
  if (/^documentids?$/.test(name)) return ofDocuments.has(kind)
  if (/^(managers|people|facilitators|userids?)$/.test(name)) return kind === 'user'
  const ofName = [...allKinds].filter((one) => name.includes(one.split(' ').at(-1) ?? one))
  return ofName.length === 0 || ofName.includes(kind)
}

const ofDocuments = new Set([
  'course',
  'draft',
  'archived',
  'offered course',
  'event',
  'form',
  'form of a manager',
  'pathway',
])
const allKinds = new Set<string>()

/** The same request with the attacker's own ids in place of the foreign ones. */
function within(made: Made, insider: Insider): Made {
  let text = JSON.stringify(made)
  for (const [theirs, own] of insider.own) text = text.replaceAll(theirs, own)
  return JSON.parse(text) as Made
}

/** Operations that store what was sent may return it, also to a later request. */
function noteSent(sent: Set<string>, { secrets }: TwoTeams, made: Made): void {
  const text = JSON.stringify(made)
  for (const word of secrets) if (text.includes(word)) sent.add(word)
}

/** Replacements where the sample would succeed without changing anything. */
const sharper: Record<string, (teams: TwoTeams) => Partial<Made>> = {
  'customFields.setOfPerson': () => ({ body: { values: { custom1: ['changed'] } } }),
}

function sharpened(operation: Operation, made: Made, teams: TwoTeams): Made {
  return { ...made, ...sharper[operation.id]?.(teams) }
}

/**
 * Describes, table by table, victims' rows that changed or disappeared, and new rows about them. Rows of other people
 * and documents may come to name them, because a manager may be of any team.
 */
function changesOf(before: TheirRows, after: TheirRows, { people, personal, named, secrets }: TwoTeams): string[] {
  const changes: string[] = []
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (shared.includes(name)) continue
    const [was, is] = [before.get(name) ?? new Set<string>(), after.get(name) ?? new Set<string>()]
    const gone = [...was].filter((row) => !is.has(row))
    const come = [...is].filter((row) => !was.has(row))
    const key = (row: string) => {
      const { id, ...rest } = JSON.parse(row) as Record<string, unknown>
      return String(id ?? `${rest.user_id}${rest.assignment_id}${rest.submission_id}${rest.session_id}`)
    }
    const fresh = new Map(come.map((row) => [key(row), row]))
    const columns = new Set<string>()
    let [changed, removed] = [0, 0]
    for (const row of gone) {
      const next = fresh.get(key(row))
      if (!next) removed++
      else {
        changed++
        fresh.delete(key(row))
        const [one, other] = [JSON.parse(row), JSON.parse(next)] as Record<string, unknown>[]
        for (const column of Object.keys(one ?? {}))
          if (JSON.stringify(one?.[column]) !== JSON.stringify(other?.[column])) columns.add(column)
      }
    }
    const made = [...fresh.values()].filter((row) => {
      if (name === 'job_rows') return row.includes(personal) || row.includes(named)
      const columns = JSON.parse(row) as Record<string, unknown>
      if ('user_id' in columns) return people.includes(String(columns.user_id))
      return Object.entries(columns).some(
        ([column, value]) => column.endsWith('_id') && secrets.includes(String(value)),
      )
    })
    const parts = [
      changed > 0 ? `changed ${changed} (${[...columns].join(' ')})` : '',
      removed > 0 ? `removed ${removed}` : '',
      made.length > 0 ? `made ${made.length}` : '',
    ].filter((part) => part !== '')
    if (parts.length > 0) changes.push(`${name}: ${parts.join(', ')}`)
  }
  return changes
}

/** For files: the part that a reader shows. */
async function textOf(bytes: Buffer, contentType: string): Promise<string> {
  if (/zip|openxmlformats/.test(contentType) && bytes.subarray(0, 2).toString() === 'PK')
    return [...(await readParts(bytes)).values()].join('\n')
  // The files of the world have no content.
  if (contentType.includes('pdf') && bytes.length > 500) return (await linesOfPdf(bytes)).flat().join('\n')
  return bytes.toString('utf8')
}
