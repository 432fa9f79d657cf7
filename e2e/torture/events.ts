import { api } from '@learnt/contract'
import type { Endpoint } from '@learnt/contract/endpoint'
import type { OwnEvent } from '@learnt/contract/events/operations'
import { type Chance, chance } from '../../apps/server/demo/chance.ts'
import { proveEvent, type ToldState } from '../../apps/server/test/prove-events.ts'
import { type Crowd, gatherCrowd } from '../../apps/server/test/prove-forms.ts'
import { addressOf } from '../given/calls.ts'
import { onlyPosition } from '../given/courses.ts'
import { givenEvent } from '../given/events.ts'
import { startLearnt } from '../learnt.ts'
import { counted } from './counted.ts'
import { killAndReturn, type Victim } from './kill.ts'
import { ask, pause, type Reply } from './patience.ts'
import { makeWorld } from './world.ts'

export interface EventsOptions {
  seed: string
  rounds: number
  /** People who register and cancel while the server and PostgreSQL are killed. */
  people?: number
  say(line: string): void
}

export interface EventsSummary {
  kills: number
  seats: number
  calls: number
  registrations: number
  steps: number
  mails: number
  findings: string[]
}

/**
 * Many people register for an event and cancel in any order, while the server and PostgreSQL are killed in turn.
 * Acknowledged changes hold, no seat is given twice, the list moves in order, and nobody gets the same mail twice.
 */
export async function tortureEvents({ seed, rounds, people: count = 50, say }: EventsOptions): Promise<EventsSummary> {
  const random = chance(seed)
  const seats = Math.ceil(count / 4)
  const learnt = await startLearnt({ demo: false, settings: { LOG_LEVEL: 'error' } })
  try {
    const { admin } = await makeWorld(learnt, { learners: 0, courses: 0 })
    const position = 'Takes part'
    const crowd = await gatherCrowd(learnt.settings, { count, position })
    const event = await givenEvent(admin, { title: 'Wanted by all', seats, minutes: 60 * 24 * 10 })
    await admin.call(api.permissions.create, {
      body: { documentType: 'event', documentId: event.id, title: position, rule: onlyPosition(position) },
    })
    while ((await crowd.assigned(event.id)) < count) await pause(200)
    await crowd.close()
    const taking = crowd.people.map((person) => new TakingPart(learnt.url, person, event.id, random))
    const told = () => new Map(taking.map((one) => [one.userId, one.told]))
    const findings: string[] = []
    let proved = { registrations: 0, steps: 0, mails: 0 }
    for (let round = 0; round < rounds; round++) {
      const victim: Victim = round % 3 === 1 ? 'postmaster' : round % 3 === 2 ? 'postgres' : 'server'
      for (const one of taking) one.start()
      const afterMs = random.int(400, 2500)
      await pause(afterMs)
      const killedAt = Date.now()
      await killAndReturn(learnt, victim)
      while (!taking.some((one) => one.lastAnswered > killedAt)) await pause(20)
      const backMs = Date.now() - killedAt
      await Promise.all(taking.map((one) => one.rest()))
      // Reads the state after a lost answer, as a reopened page does.
      for (const one of taking) await one.look()
      const { findings: found, ...figures } = await proveEvent(learnt.settings, event.id, told())
      proved = figures
      findings.push(...taking.flatMap((one) => one.findings.splice(0)), ...found)
      const calls = taking.reduce((sum, one) => sum + one.calls, 0)
      say(
        `  round ${round + 1}: ${victim} killed after ${afterMs} ms, back after ${(backMs / 1000).toFixed(2)} s, ${calls} calls answered so far, ${counted(found)}`,
      )
      if (found.length > 0) break
    }
    return { kills: rounds, seats, calls: taking.reduce((sum, one) => sum + one.calls, 0), ...proved, findings }
  } catch (error) {
    say(learnt.output().slice(-3000))
    throw error
  } finally {
    await learnt.stop()
  }
}

/** A person who keeps changing their mind, and remembers what their page would show. */
class TakingPart {
  readonly userId: string
  readonly findings: string[] = []
  calls = 0
  lastAnswered = 0
  told: ToldState = 'cancelled'
  readonly #url: string
  readonly #cookie: string
  readonly #eventId: string
  readonly #chance: Chance
  #isActive = false
  #loop: Promise<void> | undefined

  constructor(url: string, person: Crowd['people'][number], eventId: string, random: Chance) {
    this.#url = url
    this.userId = person.userId
    this.#cookie = person.cookie
    this.#eventId = eventId
    this.#chance = random
  }

  start(): void {
    this.#isActive = true
    this.#loop = (async () => {
      while (this.#isActive) {
        await this.#change()
        await pause(this.#chance.int(20, 400))
      }
    })()
  }

  async rest(): Promise<void> {
    this.#isActive = false
    await this.#loop
  }

  /** Reopens the event: acknowledged changes are shown. A place in the queue may have become a seat. */
  async look(): Promise<void> {
    const { body } = await this.#call(api.events.own, {})
    if (!body) return
    const now = stateOf(body)
    const isSame = now === this.told || (this.told === 'waiting' && now === 'attending')
    if (!isSame) this.findings.push(`LOST ${this.told}: ${now} is shown (${this.userId})`)
    this.told = now
  }

  async #change(): Promise<void> {
    const isOut = this.told === 'cancelled'
    const reply = await (isOut
      ? this.#call(api.events.register, { body: { note: '' } })
      : this.#call(api.events.cancel, { body: { reason: '' } }))
    // A repeated call may be refused if it was carried out before its answer was lost: then the page reopens the event.
    const isUnknown = !reply.body && reply.status === 409 && reply.tries > 1
    const body = isUnknown ? (await this.#call(api.events.own, {})).body : reply.body
    if (!body) {
      this.findings.push(`refused: ${reply.status} ${reply.problem?.detail ?? ''} (${this.userId})`)
      return
    }
    this.told = stateOf(body)
    this.calls++
    this.lastAnswered = reply.sentAt
  }

  #call(endpoint: Endpoint, of: { body?: unknown }): Promise<Reply<OwnEvent>> {
    const input = { params: { documentId: this.#eventId } }
    const headers = {
      cookie: this.#cookie,
      origin: this.#url,
      'idempotency-key': crypto.randomUUID(),
      ...(of.body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    return ask<OwnEvent>(() => ({
      url: this.#url + addressOf(endpoint, input),
      method: endpoint.method,
      headers,
      ...(of.body === undefined ? {} : { body: JSON.stringify(of.body) }),
    }))
  }
}

function stateOf({ state }: OwnEvent): Exclude<ToldState, null> {
  return state === 'attending' || state === 'waiting' ? state : 'cancelled'
}
