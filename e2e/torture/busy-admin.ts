import { api } from '@learnt/contract'
import type { Endpoint } from '@learnt/contract/endpoint'
import type { Chance } from '../../apps/server/demo/chance.ts'
import type { AcknowledgedDeeds } from '../../apps/server/test/prove-acknowledged.ts'
import { addressOf, type Caller } from '../given/calls.ts'
import { ask, pause } from './patience.ts'
import type { TortureCourse } from './world.ts'

/** Confirmed work of the administrator; each item must have happened exactly once. */
export interface Deeds extends AcknowledgedDeeds {
  people: string[]
  copies: string[]
  jobs: string[]
  findings: string[]
}

/**
 * An administrator who creates people (mails), copies of courses, and jobs, each with a key that is sent again until
 * answered.
 */
export class BusyAdmin {
  readonly deeds: Deeds = { people: [], copies: [], jobs: [], findings: [] }
  lastStored = 0
  readonly #who: Caller
  readonly #courses: readonly TortureCourse[]
  readonly #learners: readonly string[]
  readonly #chance: Chance
  #count = 0
  #working = false
  #loop: Promise<void> | undefined

  constructor(who: Caller, courses: readonly TortureCourse[], learners: readonly string[], chance: Chance) {
    this.#who = who
    this.#courses = courses
    this.#learners = learners
    this.#chance = chance
  }

  start(): void {
    if (this.#working) return
    this.#working = true
    this.#loop = (async () => {
      while (this.#working) {
        await this.#act()
        await pause(this.#chance.int(20, 250))
      }
    })()
  }

  async rest(): Promise<void> {
    this.#working = false
    await this.#loop
  }

  async #act(): Promise<void> {
    const number = ++this.#count
    const { courseId = '' } = this.#chance.pick(this.#courses)
    switch (this.#chance.int(1, 3)) {
      case 1: {
        const email = `made${number}@torture.example`
        if (
          await this.#send(
            api.members.create,
            { body: { firstName: 'Made', lastName: `Number ${number}`, email } },
            [201],
          )
        )
          this.deeds.people.push(email)
        return
      }
      case 2: {
        const title = `Copy ${number}`
        if (await this.#send(api.courses.duplicate, { params: { courseId }, body: { title } }, [201]))
          this.deeds.copies.push(title)
        return
      }
      case 3: {
        const selection = { by: 'ids', ids: [this.#chance.pick(this.#learners)] }
        const body = { selection, isOptional: false, due: { kind: 'after', days: number } }
        const answer = await this.#send<{ jobId: string }>(
          api.permissions.assign,
          { params: { documentType: 'course', documentId: courseId }, body },
          [202],
        )
        if (answer && answer !== 'done') this.deeds.jobs.push(answer.jobId)
      }
    }
  }

  /** The answer; `done` if it was carried out and the answer was lost; null if it was refused, which is a finding. */
  async #send<T>(
    endpoint: Endpoint,
    input: { params?: Record<string, unknown>; body: unknown },
    fine: number[],
  ): Promise<T | 'done' | null> {
    const { url, cookie } = this.#who
    const request = {
      url: url + addressOf(endpoint, input),
      method: endpoint.method,
      headers: {
        cookie: `${cookie.name}=${cookie.value}`,
        origin: url,
        'idempotency-key': crypto.randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify(input.body),
    }
    const reply = await ask<T>(() => request)
    this.lastStored = Math.max(this.lastStored, reply.sentAt)
    if (reply.problem?.code === 'conflict' && reply.tries > 1) return 'done'
    if (reply.body && fine.includes(reply.status)) return reply.body
    this.deeds.findings.push(
      `${endpoint.id} was refused: ${reply.status} ${reply.problem?.code} ${JSON.stringify(reply.problem?.errors ?? [])}`,
    )
    return null
  }
}
