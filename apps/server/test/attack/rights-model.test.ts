import { once } from 'node:events'
import { api } from '@learnt/contract'
import type { LiveMessage } from '@learnt/contract/live'
import { roles as allRoles, type Role } from '@learnt/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Chance, chance } from '../../demo/chance.ts'
import { newId } from '../../src/platform/ids.ts'
import { LiveHub } from '../../src/platform/live/hub.ts'
import { relayLive } from '../../src/platform/live/relay.ts'
import { sessionCookieName } from '../../src/platform/session/token.ts'
import { type TestApp, testApp } from '../app.ts'
import { testDatabase } from '../db.ts'
import { givenBrowser, givenPassword, goodPassword } from '../given/browsers.ts'
import { givenPerson, givenSession, givenTeam, givenTenant, prove } from '../given/people.ts'
import { isProof } from '../proof.ts'
import { noticedWithinMs } from '../soon.ts'
import { report } from './report.ts'
import {
  type ModelMembership,
  type ModelPerson,
  type ModelSession,
  type ModelTeam,
  RightsModel,
  type Standing,
} from './rights-model.ts'

// Impersonation, suspension, demotion, signing out and switching teams in any order: after each step, every open
// session calls a few operations and must get the model's answer. A failing run is shortened as far as possible.

const seed = process.env.MODEL_SEED ?? '20261121'
const stepsOfRun = 50
const steps = Number(process.env.MODEL_STEPS ?? (isProof ? 350 : stepsOfRun))
const dayMs = 86_400_000

let app: TestApp
let hub: LiveHub
let address: string
let relay: NodeJS.Timeout

beforeAll(async () => {
  app = await testApp()
  hub = new LiveHub(app.services, (await testDatabase()).appUrl)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  address = `127.0.0.1:${(app.server.server.address() as { port: number }).port}`
  await hub.start(app.server.server)
  relay = setInterval(() => void relayLive(app.services), 50)
})
afterAll(async () => {
  clearInterval(relay)
  await hub.stop()
})

// ---- commands: plain data, whose numbers choose among what exists when they run

const kinds = [
  ['open', 14],
  ['signIn', 1],
  ['signOut', 4],
  ['switchTeam', 10],
  ['actAs', 22],
  ['allowWriting', 14],
  ['stopActing', 5],
  ['suspend', 6],
  ['reactivate', 10],
  ['giveRoles', 14],
  ['endOthers', 5],
  ['endSessionsOf', 3],
  ['permitWriting', 10],
  ['suspendTenant', 2],
  ['resumeTenant', 5],
  ['closeTeam', 2],
  ['openTeam', 5],
  ['wait', 6],
  ['openSocket', 10],
] as const
type Kind = (typeof kinds)[number][0]

interface Command {
  readonly kind: Kind
  /** Whole numbers that choose the session, the membership and so on. */
  readonly numbers: readonly number[]
}

function makeCommands(random: Chance, count: number): Command[] {
  return Array.from({ length: count }, () => ({
    kind: random.weighted(kinds),
    numbers: Array.from({ length: 5 }, () => random.int(0, 9999)),
  }))
}

// ---- a run

interface OpenSocket {
  readonly session: ModelSession
  readonly socket: WebSocket
  readonly heard: LiveMessage[]
  readonly closed: Promise<number>
  readonly key: string
  /** Since when the socket must not receive anything; null: it may. */
  owedSince: number | null
}

class Wrong extends Error {}

let probes = 0
let socketsClosed = 0
let slowestClose = 0
const carriedOut = new Map<string, number>()

class Run {
  readonly model = new RightsModel(app.clock.now().getTime())
  readonly keepers = new Map<string, ModelPerson>()
  readonly sockets: OpenSocket[] = []
  readonly log: string[] = []
  #opened = 0

  async prepare(): Promise<void> {
    const { model } = this
    for (const word of ['A', 'B', 'root']) {
      const { tenantId, admin } = await givenTenant(app, { settings: { impersonationMayWrite: true } })
      model.tenants.set(tenantId, { isSuspended: false, mayWrite: true })
      const own: ModelTeam = { id: tenantId, tenantId, isActive: true }
      model.teams.push(own)
      // A superadministrator that no command changes: carries out commands of superadministrators.
      const keeper = await this.#join([[own, ['superadmin']]])
      this.keepers.set(tenantId, keeper)
      model.memberships.push({ person: admin, team: own, roles: ['admin'], isActive: true })
      if (word === 'A') model.teams.push({ id: await givenTeam(app, { tenantId }), tenantId, isActive: true })
    }
    const [a, a2, b] = model.teams as [ModelTeam, ModelTeam, ModelTeam]
    await this.#join([
      [a, ['superadmin']],
      [b, ['admin']],
    ])
    await this.#join([
      [a, ['admin']],
      [a2, ['learner']],
    ])
    await this.#join([
      [a2, ['admin']],
      [b, ['manager']],
    ])
    await this.#join([[a, ['manager']]])
    await this.#join([[a, ['learner']]])
    await this.#join([
      [a2, ['learner']],
      [b, ['learner']],
    ])
    await this.#join([[a2, ['admin', 'manager']]])
    await this.#join([[b, ['superadmin']]])
    // One session is open from the first command on.
    for (const one of model.memberships)
      if (one.roles.some((role) => role !== 'learner') && one.person !== this.keepers.get(one.team.tenantId))
        if (model.sessions.length < 6) await this.#open(one)
  }

  async #join(held: [ModelTeam, Role[]][]): Promise<ModelPerson> {
    let person: ModelPerson | undefined
    for (const [team, roles] of held) {
      const { userId, email } = await givenPerson(
        app,
        { tenantId: team.tenantId as never, teamId: team.id },
        { roles, ...(person ? { userId: person.userId, email: person.email } : {}) },
      )
      person ??= { userId, email }
      // The password of an unproved account opens only the tenant that created it.
      if (held.length > 1) await prove(person)
      this.model.memberships.push({ person, team, roles, isActive: true })
    }
    return person as ModelPerson
  }

  // ---- choosing

  #changeable(number: number): ModelMembership {
    const keepers = [...this.keepers.values()]
    const [root] = [...this.model.tenants.keys()].slice(-1)
    return pick(
      this.model.memberships.filter((one) => !keepers.includes(one.person) && one.team.tenantId !== root),
      number,
    )
  }

  /** Of administrators who act, and people they act as. */
  #acting(number: number): ModelMembership {
    const keepers = [...this.keepers.values()]
    const involved = this.model.sessions.flatMap(({ acting, person, team, isOver }) =>
      isOver || acting === null ? [] : [acting.as, this.model.membershipOf(person, team)],
    )
    const some = involved.filter((one) => one !== null).filter((one) => !keepers.includes(one.person))
    return some.length > 0 ? pick(some, number) : this.#changeable(number)
  }

  #sessionWith(number: number, is: (at: Standing) => boolean): ModelSession | null {
    const some = this.model.sessions.filter((one) => {
      const at = this.model.standingOf(one)
      return at !== null && is(at)
    })
    return some.length > 0 ? pick(some, number) : this.#session(number)
  }

  #session(number: number): ModelSession | null {
    const open = this.model.sessions.filter((one) => this.model.standingOf(one) !== null)
    return open.length === 0 ? null : pick(open, number)
  }

  async #keeperToken(tenantId: string): Promise<string> {
    const { userId } = this.keepers.get(tenantId) as ModelPerson
    return givenSession(app.services, { userId, tenantId, teamId: tenantId })
  }

  /** A person with an open session, or the superadministrator, as the model knows them. */
  async #actorFor(membership: ModelMembership, number: number): Promise<{ token: string; at: Standing | null }> {
    const session = number % 2 === 0 ? null : this.#session(number)
    if (session) return { token: session.token, at: this.model.standingOf(session) }
    const { tenantId } = membership.team
    const team = this.model.teams.find((one) => one.id === tenantId) as ModelTeam
    const person = this.keepers.get(tenantId) as ModelPerson
    const token = await this.#keeperToken(tenantId)
    const passing: ModelSession = {
      name: 'keeper',
      token,
      person,
      team,
      expiresAt: Number.POSITIVE_INFINITY,
      isOver: false,
      acting: null,
    }
    return { token, at: this.model.standingOf(passing) }
  }

  // ---- carrying out

  async carryOut(command: Command): Promise<void> {
    const { model } = this
    const before = this.sockets.map((one) => one.socket.readyState)
    for (const [at, state] of before.entries()) {
      const socket = this.sockets[at] as OpenSocket
      if (state !== WebSocket.OPEN && socket.owedSince === null)
        throw new Wrong(`the socket of ${socket.session.name} was closed although nothing was taken from it`)
    }
    await this.#askOwed()
    const said = await this.#act(command)
    if (said === null) return
    this.log.push(said)
    carriedOut.set(command.kind, (carriedOut.get(command.kind) ?? 0) + 1)
    const answeredAt = performance.now()
    model.settle()
    const random = chance(command.numbers.join())
    for (const session of model.sessions) await this.#probe(session, random)
    await this.#followSockets(command.kind, answeredAt)
    // Ended sessions are checked once more; a few are checked for ever.
    const over = model.sessions.filter((one) => one.isOver)
    for (const one of over.slice(0, -3)) model.sessions.splice(model.sessions.indexOf(one), 1)
  }

  /** What was done, in words; null when nobody could do it. */
  async #act({ kind, numbers }: Command): Promise<string | null> {
    const { model } = this
    const [first = 0, second = 0, third = 0, fourth = 0] = numbers
    // Rights are mostly taken from people involved in an impersonation, and impersonations are mostly begun by people
    // who may.
    const membership =
      fourth % 4 > 0 && ['suspend', 'giveRoles'].includes(kind) ? this.#acting(second) : this.#changeable(second)
    const session =
      fourth % 3 === 0
        ? this.#session(first)
        : kind === 'actAs'
          ? this.#sessionWith(first, (at) => at.isAdmin && !at.isActing)
          : this.#sessionWith(
              first,
              (at) => at.isActing === ['allowWriting', 'stopActing', 'openSocket'].includes(kind),
            )
    const name = `${this.#nameOf(membership.person)} of ${this.#nameOfTeam(membership.team)}`
    if (['open', 'signIn'].includes(kind)) {
      if (model.sessions.filter((one) => !one.isOver).length >= 9) return null
      // Sometimes a second membership of a person.
      const known = session && fourth % 2 === 0 ? model.membershipOf(session.person, session.team) : null
      return kind === 'open' ? this.#open(known ?? membership) : this.#signIn(membership)
    }
    switch (kind) {
      case 'suspend':
      case 'reactivate':
      case 'giveRoles': {
        const status = pick(['inactive', 'sick leave', 'archived'] as const, third)
        const roles = allRoles.filter((_, index) => (third >> index) % 2 === 1)
        const to =
          kind === 'giveRoles'
            ? { roles: roles.length > 0 ? roles : ['learner' as Role] }
            : { isActive: kind !== 'suspend' }
        if (kind === 'reactivate' && model.memberships.every((one) => one.isActive)) return null
        const one =
          kind === 'reactivate'
            ? pick(
                model.memberships.filter((other) => !other.isActive),
                second,
              )
            : membership
        // Between two statuses that both refuse sign-in, nothing changes here.
        if (kind === 'suspend' && !one.isActive) return null
        const { token, at } = await this.#actorFor(one, first)
        const expected = model.statusOfChange(at, one, to)
        const answer = await app.call({ token }, api.members.update, {
          params: { userId: one.person.userId },
          query: { teamId: one.team.id },
          body: kind === 'giveRoles' ? { roles: to.roles ?? [] } : { status: to.isActive ? 'active' : status },
        })
        const words = `${this.#nameOfStanding(at)}: ${kind} ${JSON.stringify(to)} ${this.#nameOf(one.person)} of ${this.#nameOfTeam(one.team)}`
        this.#compare(words, answer.status, expected)
        if (expected === 200) model.change(one, to)
        return `${words} → ${expected}`
      }
      case 'permitWriting': {
        // Mostly where it affects somebody.
        const writing = model.sessions.filter((one) => !one.isOver && one.acting?.writes)
        const { tenantId } =
          writing.length > 0 && fourth % 4 > 0 ? pick(writing, second).team : pick(model.teams, second)
        const tenant = model.tenants.get(tenantId)
        const on = !writing.some((one) => one.team.tenantId === tenantId) && fourth % 4 > 0
        const answer = await app.call({ token: await this.#rootToken() }, api.tenants.changeAccess, {
          params: { tenantId },
          body: { settings: { impersonationMayWrite: on } },
        })
        this.#compare(kind, answer.status, 200)
        if (tenant) tenant.mayWrite = on
        return `writing while acting ${on ? 'permitted' : 'forbidden'} in ${this.#nameOfTenant(tenantId)}`
      }
      case 'suspendTenant':
      case 'resumeTenant': {
        const { tenantId } = membership.team
        const tenant = model.tenants.get(tenantId)
        const suspends = kind === 'suspendTenant'
        const closed = [...model.tenants].filter(([, one]) => one.isSuspended).map(([id]) => id)
        if (!suspends && closed.length === 0) return null
        const id = suspends ? tenantId : pick(closed, second)
        const expected = suspends && tenant?.isSuspended ? 409 : 200
        const caller = { token: await this.#rootToken() }
        const params = { tenantId: id }
        const answer = suspends
          ? await app.call(caller, api.tenants.suspend, { params, body: { reason: 'Tried' } })
          : await app.call(caller, api.tenants.resume, { params })
        this.#compare(kind, answer.status, expected)
        const of = model.tenants.get(id)
        if (of && expected === 200) of.isSuspended = suspends
        if (suspends && expected === 200) model.close({ tenantId: id })
        return `${kind} ${this.#nameOfTenant(id)} → ${expected}`
      }
      case 'closeTeam':
      case 'openTeam': {
        const team = model.teams[1] as ModelTeam
        const isActive = kind === 'openTeam'
        if (team.isActive === isActive) return null
        const answer = await app.call({ token: await this.#rootToken() }, api.teams.update, {
          params: { tenantId: team.tenantId, teamId: team.id },
          body: { isActive },
        })
        this.#compare(kind, answer.status, 200)
        team.isActive = isActive
        if (!isActive) model.close({ team })
        return `${kind} ${this.#nameOfTeam(team)}`
      }
      case 'wait': {
        const minutes = pick([1, 5, 10, 20, 30, 45, 59, 60, 240], second)
        app.clock.advance(minutes * 60_000)
        model.now += minutes * 60_000
        return `${minutes} minutes pass`
      }
    }
    if (session === null) return null
    const caller = { token: session.token }
    const at = model.standingOf(session)
    const who = `${session.name} (${this.#nameOfStanding(at)})`
    switch (kind) {
      case 'signOut': {
        const expected =
          model.admission(at, 'signedIn', { changes: true, whileActing: 'looking', whileSuspended: true }) ?? 204
        this.#compare(`${who}: ${kind}`, (await app.call(caller, api.session.signOut)).status, expected)
        session.isOver = true
        return `${who}: ${kind}`
      }
      case 'switchTeam': {
        const own = model.memberships.filter((one) => one.person === at?.person)
        // Mostly the person's own team; now and then another one, or one of a tenant they do not belong to.
        const to = third % 5 === 0 ? membership : pick(own, second)
        const refused = model.admission(at, 'signedIn', { changes: true, whileActing: 'never', whileSuspended: true })
        const isOpen = model.choicesOf(to.person).includes(to) && !model.tenants.get(to.team.tenantId)?.isSuspended
        const expected = refused ?? (own.includes(to) && isOpen ? 200 : 404)
        const body = { membershipId: `${to.person.userId}:${to.team.id}` }
        const words = `${who}: ${kind} to ${this.#nameOf(to.person)} of ${this.#nameOfTeam(to.team)}`
        this.#compare(words, (await app.call(caller, api.session.switchTeam, { body })).status, expected)
        if (expected === 200) session.team = to.team
        return `${words} → ${expected}`
      }
      case 'actAs': {
        const nearby = model.memberships.filter((one) => at && one.team.tenantId === at.team.tenantId)
        const as = third % 6 === 0 ? membership : pick(nearby, second)
        const expected = model.statusOfActing(at, as)
        const body = { userId: as.person.userId, teamId: as.team.id, reason: 'Tried by the model' }
        const words = `${who}: ${kind} ${this.#nameOf(as.person)} of ${this.#nameOfTeam(as.team)}`
        this.#compare(words, (await app.call(caller, api.impersonation.start, { body })).status, expected)
        if (expected === 200) model.startActing(session, as)
        return `${words} → ${expected}`
      }
      case 'allowWriting': {
        const refused = model.admission(at, 'signedIn', { changes: true, whileActing: 'looking' })
        const mayWrite = model.tenants.get(session.team.tenantId)?.mayWrite
        const expected = refused ?? (session.acting ? (mayWrite ? 204 : 403) : 409)
        this.#compare(`${who}: ${kind}`, (await app.call(caller, api.impersonation.allowWriting)).status, expected)
        if (expected === 204 && session.acting) session.acting.writes = true
        return `${who}: ${kind} → ${expected}`
      }
      case 'stopActing': {
        const refused = model.admission(at, 'signedIn', { changes: true, whileActing: 'looking', whileSuspended: true })
        const expected = refused ?? (session.acting ? 200 : 409)
        this.#compare(`${who}: ${kind}`, (await app.call(caller, api.impersonation.end)).status, expected)
        if (expected === 200) session.acting = null
        return `${who}: ${kind} → ${expected}`
      }
      case 'endOthers': {
        const refused = model.admission(at, 'signedIn', { changes: true, whileActing: 'never', whileSuspended: true })
        this.#compare(`${who}: ${kind}`, (await app.call(caller, api.session.revokeOthers)).status, refused ?? 200)
        if (refused === null)
          for (const one of model.sessions) if (one.person === at?.person && one !== session) one.isOver = true
        return `${who}: ${kind} → ${refused ?? 200}`
      }
      case 'endSessionsOf': {
        const expected = model.statusOfEnding(at, membership.person)
        const params = { userId: membership.person.userId }
        const words = `${who}: ${kind} ${name}`
        this.#compare(words, (await app.call(caller, api.users.endSessions, { params })).status, expected)
        if (expected === 200)
          for (const one of model.sessions)
            if (one.person === membership.person && one !== session && one.team.tenantId === at?.team.tenantId)
              one.isOver = true
        return `${words} → ${expected}`
      }
      case 'openSocket': {
        if (at === null || this.sockets.length >= 12) return null
        this.sockets.push(await openSocket(session, at.key))
        return `${who}: ${kind}`
      }
    }
    return null
  }

  async #open(membership: ModelMembership): Promise<string | null> {
    if (!membership.isActive || !this.model.choicesOf(membership.person).includes(membership)) return null
    const { person, team } = membership
    const token = await givenSession(app.services, { userId: person.userId, tenantId: team.tenantId, teamId: team.id })
    return this.#add(membership, token, dayMs)
  }

  async #signIn(membership: ModelMembership): Promise<string | null> {
    const { person, team } = membership
    const choices = this.model.choicesOf(person)
    // A closed tenant shows its own page. Other tests cover people without a team to choose.
    if (choices.length === 0 || this.model.tenants.get(team.tenantId)?.isSuspended || !team.isActive) return null
    await givenPassword(app, person)
    const browser = givenBrowser(app)
    const { status, me } = await browser.signIn({
      username: person.email,
      password: goodPassword,
      persistUserSession: false,
      personalTermsAndCondition: false,
      team: team.id,
      tenant: team.tenantId,
    })
    this.#compare(`${this.#nameOf(person)}: sign in`, status, 200)
    const entered = choices.find((one) => one.team.id === me?.teamId)
    if (!entered) throw new Wrong(`${this.#nameOf(person)} signed in to ${me?.membershipId}, which is not open to them`)
    return this.#add(entered, browser.token ?? '', dayMs / 2)
  }

  #add({ person, team }: ModelMembership, token: string, lastsMs: number): string {
    const name = `session ${++this.#opened}`
    const expiresAt = this.model.now + lastsMs
    this.model.sessions.push({ name, token, person, team, expiresAt, isOver: false, acting: null })
    return `${name} of ${this.#nameOf(person)} in ${this.#nameOfTeam(team)}`
  }

  #rootToken(): Promise<string> {
    return this.#keeperToken([...this.model.tenants.keys()].at(-1) ?? '')
  }

  // ---- asking

  async #probe(session: ModelSession, random: Chance): Promise<void> {
    const { model } = this
    const caller = { token: session.token }
    const at = model.standingOf(session)
    const who = `${session.name} (${this.#nameOfStanding(at)})`
    probes++
    const { me } = (await app.call(caller, api.session.start)).body
    const found = me && [me.userId, me.teamId, [...me.roles].sort().join(), me.impersonation?.writes ?? null]
    const wanted = at && [at.person.userId, at.team.id, [...at.roles].sort().join(), at.isActing ? at.writes : null]
    this.#compare(`${who}: who am I`, JSON.stringify(found), JSON.stringify(wanted))

    const one = random.pick(model.memberships)
    const of = { params: { userId: one.person.userId }, query: { teamId: one.team.id } }
    const name = `${this.#nameOf(one.person)} of ${this.#nameOfTeam(one.team)}`
    const questions: (() => Promise<void>)[] = [
      async () => {
        const answer = await app.call(caller, api.session.teams)
        this.#compare(`${who}: teams`, answer.status, model.admission(at, 'signedIn') ?? 200)
        if (at === null || answer.status !== 200) return
        const choices = model.choicesOf(at.person).filter((choice) => !at.isActing || choice.team === at.team)
        this.#compare(
          `${who}: teams`,
          listed(answer.body.teams.map((team) => team.teamId)),
          listed(choices.map(({ team }) => team.id)),
        )
      },
      async () => {
        const answer = await app.call(caller, api.members.list, { query: { limit: 100 } as never })
        this.#compare(`${who}: people`, answer.status, model.admission(at, 'admin') ?? 200)
        if (at === null || answer.status !== 200) return
        const seen = model.memberships.filter((other) => model.isSeen(at, other))
        this.#compare(
          `${who}: people`,
          listed(answer.body.items.map((item) => item.id)),
          listed(seen.map(({ person, team }) => `${person.userId}:${team.id}`)),
        )
      },
      async () => {
        const { status } = await app.call(caller, api.members.get, of)
        this.#compare(`${who}: reads ${name}`, status, model.statusOfReading(at, one))
      },
      async () => {
        // Changes nothing that the model tracks.
        const body = { phone: String(random.int(100, 999)) }
        const { status } = await app.call(caller, api.members.update, { ...of, body })
        this.#compare(`${who}: changes ${name}`, status, model.statusOfChange(at, one, {}))
      },
      async () => {
        const body = { list: 'courses' as const, name: 'Mine', query: '', isDefault: false }
        const { status } = await app.call(caller, api.views.save, { body })
        this.#compare(`${who}: keeps a view`, status, model.admission(at, 'signedIn', { changes: true }) ?? 200)
      },
      async () => {
        const { status } = await app.call(caller, api.tenants.list)
        this.#compare(`${who}: tenants`, status, model.admission(at, 'superadmin') ?? 200)
      },
      async () => {
        const { status } = await app.call(caller, api.reports.manager.learners)
        this.#compare(`${who}: report of a manager`, status, model.admission(at, 'manager') ?? 200)
      },
      async () => {
        // Not while acting. Also not as nobody, because the model follows existing sessions only.
        const { status } = await app.call(caller, api.users.endSessions, { params: { userId: newId() } })
        const expected = model.admission(at, 'admin', { changes: true, whileActing: 'never', whileSuspended: true })
        this.#compare(`${who}: ends the sessions of nobody`, status, expected ?? 404)
      },
    ]
    for (let number = 0; number < 3; number++) {
      probes++
      await random.pick(questions)()
    }
  }

  // ---- sockets

  /**
   * A command that takes a right closes its sockets within a second. Sessions that begin or end otherwise get no more
   * messages.
   */
  async #followSockets(kind: Kind, answeredAt: number): Promise<void> {
    const untold: readonly Kind[] = ['wait', 'actAs', 'stopActing']
    for (const one of [...this.sockets]) {
      if (one.owedSince !== null || this.model.standingOf(one.session)?.key === one.key) continue
      one.owedSince = answeredAt
      // Closing a team or tenant sends no message about impersonations in it.
      const isActing = one.session.acting !== null && (kind === 'closeTeam' || kind === 'suspendTenant')
      if (isActing || untold.includes(kind)) continue
      await this.#mustClose(one, answeredAt)
    }
  }

  /** Sockets that were not notified: a second later every call is refused. */
  async #askOwed(patient = false): Promise<void> {
    for (const one of this.sockets.filter(({ owedSince }) => owedSince !== null)) {
      const age = performance.now() - (one.owedSince ?? 0)
      if (age < noticedWithinMs && !patient) continue
      if (age < noticedWithinMs) await new Promise((resume) => setTimeout(resume, noticedWithinMs - age))
      if (one.socket.readyState === WebSocket.OPEN) one.socket.send(JSON.stringify({ say: 'subscribe', topic: 'jobs' }))
      await this.#mustClose(one, performance.now())
      if (one.heard.some((message) => message.say === 'subscribed' && message.topic === 'jobs'))
        throw new Wrong(`the socket of ${one.session.name} went on as somebody who it is no longer`)
    }
  }

  async #mustClose(one: OpenSocket, since: number): Promise<void> {
    const late = new Promise<null>((resolve) =>
      setTimeout(() => resolve(null), noticedWithinMs + 500 - (performance.now() - since)),
    )
    const closedAt = await Promise.race([one.closed, late])
    const ms = closedAt === null ? Number.POSITIVE_INFINITY : closedAt - since
    if (ms > noticedWithinMs) throw new Wrong(`the socket of ${one.session.name} was open after ${noticedWithinMs} ms`)
    socketsClosed++
    slowestClose = Math.max(slowestClose, ms)
    this.sockets.splice(this.sockets.indexOf(one), 1)
  }

  async finish(): Promise<void> {
    await this.#askOwed(true)
  }

  hangUp(): void {
    for (const { socket } of this.sockets) socket.terminate()
  }

  // ---- words

  #compare(what: string, found: unknown, wanted: unknown): void {
    if (found !== wanted)
      throw new Wrong(this.#named(`${what}: ${String(found)}, where the model says ${String(wanted)}`))
  }

  /** With short names instead of ids, which differ between runs. */
  #named(words: string): string {
    const teams = this.model.teams.toSorted((a, b) => b.id.length - a.id.length)
    const people = this.model.memberships.map((one) => one.person)
    const named = people.reduce((text, person) => text.replaceAll(person.userId, this.#nameOf(person)), words)
    return teams.reduce((text, team) => text.replaceAll(team.id, this.#nameOfTeam(team)), named)
  }

  #nameOf(person: ModelPerson): string {
    const people = [...new Set(this.model.memberships.map((one) => one.person))]
    return `P${people.indexOf(person)}`
  }

  #nameOfTeam(team: ModelTeam): string {
    return `T${this.model.teams.indexOf(team)}`
  }

  #nameOfTenant(tenantId: string): string {
    return `tenant ${[...this.model.tenants.keys()].indexOf(tenantId)}`
  }

  #nameOfStanding(at: Standing | null): string {
    if (at === null) return 'closed'
    const acting = at.isActing ? ' acted for' : ''
    return `${this.#nameOf(at.person)} of ${this.#nameOfTeam(at.team)} ${at.roles.join('+')}${acting}`
  }
}

async function openSocket(session: ModelSession, key: string): Promise<OpenSocket> {
  const socket = new WebSocket(`ws://${address}/api/live`, {
    headers: { cookie: `${sessionCookieName(app.services.settings)}=${session.token}` },
    origin: `http://${address}`,
  })
  const heard: LiveMessage[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as LiveMessage))
  await once(socket, 'open')
  const closed = once(socket, 'close').then(() => performance.now())
  // The same calls as every page makes.
  socket.send(JSON.stringify({ say: 'subscribe', topic: 'me' }))
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  return { session, socket, heard, closed, key, owedSince: null }
}

function pick<T>(items: readonly T[], number: number): T {
  return items[number % items.length] as T
}

function listed(ids: readonly string[]): string {
  return [...ids].sort().join()
}

/** Null when everything matched the model; else the difference, and the commands until then. */
async function tryOut(commands: readonly Command[]): Promise<{ wrong: string; log: string[]; done: number } | null> {
  const run = new Run()
  let done = 0
  try {
    await run.prepare()
    for (const command of commands) {
      done++
      await run.carryOut(command)
    }
    await run.finish()
    return null
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return { wrong: error.message, log: run.log, done }
  } finally {
    run.hangUp()
  }
}

/** Removes commands that the failure does not need: first halves, then single commands. */
async function shorten(
  commands: readonly Command[],
): Promise<{ commands: readonly Command[]; wrong: string; log: string[] }> {
  let failed = await tryOut(commands)
  let shortest = commands.slice(0, failed?.done)
  const until = performance.now() + 90_000
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = shortest.length - size; from >= 0 && performance.now() < until; from -= size) {
      const without = [...shortest.slice(0, from), ...shortest.slice(from + size)]
      const again = await tryOut(without)
      if (again === null) continue
      failed = again
      shortest = without.slice(0, again.done)
      from = Math.min(from, shortest.length)
    }
  }
  return { commands: shortest, wrong: failed?.wrong ?? 'did not fail again', log: failed?.log ?? [] }
}

test('every session may do exactly what the model says, whatever happened before', {
  timeout: 120_000 + steps * 2000,
}, async () => {
  for (let run = 0; run * stepsOfRun < steps; run++) {
    const commands = makeCommands(chance(`${seed} ${run}`), Math.min(stepsOfRun, steps - run * stepsOfRun))
    const failed = await tryOut(commands)
    if (failed === null) continue
    const { commands: shortest, wrong, log } = await shorten(commands)
    throw new Error(
      [
        `MODEL_SEED=${seed}, run ${run}: ${failed.wrong}`,
        `shortest: ${shortest.length} of ${commands.length} commands; ${wrong}`,
        ...log.map((line) => `  ${line}`),
      ].join('\n'),
    )
  }
  report('rights model', {
    seed,
    commands: [...carriedOut.values()].reduce((sum, count) => sum + count, 0),
    kinds: carriedOut.size,
    probes,
    'sockets closed': socketsClosed,
    'slowest socket ms': Math.round(slowestClose),
  })
})
