import { api } from '@learnt/contract'
import type { Endpoint } from '@learnt/contract/endpoint'
import type { Field } from '@learnt/contract/forms/content'
import { newField } from '@learnt/contract/forms/new-form'
import type { OpenForm, Saved } from '@learnt/contract/forms/operations'
import { type Chance, chance } from '../../apps/server/demo/chance.ts'
import { type Crowd, gatherCrowd, type Told } from '../../apps/server/test/prove-forms.ts'
import { addressOf, type Caller } from '../given/calls.ts'
import { givenForm } from '../given/forms.ts'
import { type Learnt, startLearnt } from '../learnt.ts'
import { counted } from './counted.ts'
import { killAndReturn, type Victim } from './kill.ts'
import { ask, pause, type Reply } from './patience.ts'
import { makeWorld } from './world.ts'

export interface FormsOptions {
  seed: string
  rounds: number
  /** People who fill in while the server and PostgreSQL are killed. */
  people?: number
  /** People who submit within a second. */
  burst?: number
  say(line: string): void
}

export interface FormsSummary {
  kills: number
  saves: number
  answers: number
  burst: { sent: number; answered: number; slowestMs: number; medianMs: number; tries: number }
  findings: string[]
}

const keys = ['one', 'two', 'three', 'four', 'five']
const fields = keys.map((key): Field => ({ ...newField('shortText', key), key }))

/**
 * Many people fill in a form while the server and PostgreSQL are killed in turn: every answer shown as saved must
 * exist. Then a crowd submits within a second: all are answered, none is lost, none counts twice.
 */
export async function tortureForms({
  seed,
  rounds,
  people: count = 50,
  burst = 2000,
  say,
}: FormsOptions): Promise<FormsSummary> {
  const random = chance(seed)
  const learnt = await startLearnt({ demo: false, settings: { LOG_LEVEL: 'error' } })
  try {
    const { admin } = await makeWorld(learnt, { learners: 0, courses: 0 })
    const killing = await killWhileFilling(learnt, admin, { random, rounds, count, say })
    const bursting = await submitAtOnce(learnt, admin, { burst, say })
    return {
      kills: rounds,
      ...killing,
      burst: bursting.figures,
      findings: [...killing.findings, ...bursting.findings],
    }
  } catch (error) {
    say(learnt.output().slice(-3000))
    throw error
  } finally {
    await learnt.stop()
  }
}

async function killWhileFilling(
  learnt: Learnt,
  admin: Caller,
  of: { random: Chance; rounds: number; count: number; say(line: string): void },
): Promise<Pick<FormsSummary, 'saves' | 'answers' | 'findings'>> {
  const { random, say } = of
  const findings: string[] = []
  let { crowd, formId } = await prepare(learnt, admin, { title: 'While it is killed', count: of.count })
  const filling = crowd.people.map((person) => new FillingPerson(learnt.url, person, formId, random))
  await Promise.all(filling.map((one) => one.open()))
  const told = () => new Map(filling.map((one) => [one.userId, one.told()]))
  for (let round = 0; round < of.rounds; round++) {
    const victim: Victim = round % 3 === 1 ? 'postmaster' : round % 3 === 2 ? 'postgres' : 'server'
    for (const one of filling) one.start()
    const afterMs = random.int(400, 2500)
    await pause(afterMs)
    await crowd.close()
    const killedAt = Date.now()
    await killAndReturn(learnt, victim)
    while (!filling.some((one) => one.lastStored > killedAt)) await pause(20)
    const backMs = Date.now() - killedAt
    await Promise.all(filling.map((one) => one.rest()))
    for (const one of filling) await one.look()
    crowd = await gatherCrowd(learnt.settings, { count: 0, position: '' })
    const found = [...filling.flatMap((one) => one.findings.splice(0)), ...(await crowd.compare(formId, told()))]
    findings.push(...found)
    const saves = filling.reduce((sum, one) => sum + one.saves, 0)
    say(
      `  round ${round + 1}: ${victim} killed after ${afterMs} ms, back after ${(backMs / 1000).toFixed(2)} s, ${saves} saves shown so far, ${counted(found)}`,
    )
    if (found.length > 0) break
  }
  await Promise.all(filling.map((one) => one.submit()))
  findings.push(...filling.flatMap((one) => one.findings), ...(await crowd.compare(formId, told())))
  await crowd.close()
  const saves = filling.reduce((sum, one) => sum + one.saves, 0)
  return { saves, answers: filling.length * keys.length, findings }
}

async function submitAtOnce(
  learnt: Learnt,
  admin: Caller,
  of: { burst: number; say(line: string): void },
): Promise<{ figures: FormsSummary['burst']; findings: string[] }> {
  const { crowd, formId } = await prepare(learnt, admin, { title: 'All at once', count: of.burst })
  const filling = crowd.people.map((person) => new FillingPerson(learnt.url, person, formId, chance(person.userId)))
  for (let at = 0; at < filling.length; at += 50) await Promise.all(filling.slice(at, at + 50).map((one) => one.open()))
  of.say(`  ${filling.length} people have opened the form`)
  const began = Date.now()
  const times = await Promise.all(
    filling.map(async (one, at) => {
      await pause((at / filling.length) * 1000)
      const sentAt = Date.now()
      await one.submit()
      return { ms: Date.now() - sentAt, tries: one.tries }
    }),
  )
  const sorted = times.map((one) => one.ms).sort((a, b) => a - b)
  const figures = {
    sent: filling.length,
    answered: filling.filter((one) => one.submitted).length,
    slowestMs: sorted.at(-1) ?? 0,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    tries: times.reduce((sum, one) => sum + one.tries, 0),
  }
  of.say(`  ${figures.answered} submitted, all within ${((Date.now() - began) / 1000).toFixed(1)} s`)
  const told = new Map(filling.map((one) => [one.userId, one.told()]))
  const findings = [...filling.flatMap((one) => one.findings), ...(await crowd.compare(formId, told))]
  await crowd.close()
  return { figures, findings }
}

async function prepare(
  learnt: Learnt,
  admin: Caller,
  of: { title: string; count: number },
): Promise<{ crowd: Crowd; formId: string }> {
  const position = of.title
  const crowd = await gatherCrowd(learnt.settings, { count: of.count, position })
  const formId = await givenForm(admin, { title: of.title, kind: 'survey', position, pages: [fields] })
  while ((await crowd.assigned(formId)) < of.count) await pause(200)
  return { crowd, formId }
}

/** A person who fills in a form by the protocol of its page, and remembers what the page would show as saved. */
class FillingPerson {
  readonly userId: string
  readonly findings: string[] = []
  saves = 0
  /** When the last acknowledged save was sent. */
  lastStored = 0
  tries = 0
  submitted = false
  readonly #url: string
  readonly #cookie: string
  readonly #formId: string
  readonly #chance: Chance
  readonly #answers = new Map<string, { saved: string | null; sent: string[] }>()
  #submissionId = ''
  #revision = 0
  #count = 0
  #isFilling = false
  #loop: Promise<void> | undefined

  constructor(url: string, person: Crowd['people'][number], formId: string, random: Chance) {
    this.#url = url
    this.userId = person.userId
    this.#cookie = person.cookie
    this.#formId = formId
    this.#chance = random
  }

  async open(): Promise<void> {
    const reply = await this.#call<OpenForm>(api.forms.open, { params: { documentId: this.#formId } })
    if (!reply.body) return this.#found(`the form was refused: ${reply.status}`)
    this.#submissionId = reply.body.submission.id
    this.#revision = reply.body.submission.revision
  }

  start(): void {
    this.#isFilling = true
    this.#loop = (async () => {
      while (this.#isFilling) {
        await this.#save()
        await pause(this.#chance.int(20, 400))
      }
    })()
  }

  async rest(): Promise<void> {
    this.#isFilling = false
    await this.#loop
  }

  /** Reopens the form, as on another device: it shows what was saved. */
  async look(): Promise<void> {
    const reply = await this.#call<OpenForm>(api.forms.open, { params: { documentId: this.#formId } })
    if (reply.body?.submission.id !== this.#submissionId) this.#found('another submission was opened')
    for (const [field, { saved }] of this.#answers)
      if (reply.body && (reply.body.answers[field] ?? null) !== saved)
        this.#found(`LOST ${field}: ${saved} was shown as saved, ${String(reply.body.answers[field])} is shown`)
  }

  async submit(): Promise<void> {
    const changes = this.#answers.size === 0 ? { one: this.userId } : {}
    // the page waits for the answer, without a limit
    const reply = await this.#call(
      api.forms.submit,
      {
        params: { submissionId: this.#submissionId },
        body: { revision: this.#revision, window: 'torture', changes },
      },
      60_000,
    )
    this.tries = reply.tries
    if (reply.status !== 200) return this.#found(`the submission was refused: ${reply.status} ${reply.problem?.code}`)
    for (const [field, saved] of Object.entries(changes)) this.#answers.set(field, { saved, sent: [] })
    this.submitted = true
  }

  told(): Told {
    return { answers: new Map(this.#answers), submitted: this.submitted }
  }

  async #save(): Promise<void> {
    const field = this.#chance.pick(keys)
    const value = `${++this.#count} by ${this.userId}`
    const known = this.#answers.get(field) ?? { saved: null, sent: [] }
    this.#answers.set(field, { ...known, sent: [...known.sent, value] })
    const reply = await this.#call<Saved>(api.forms.saveAnswers, {
      params: { submissionId: this.#submissionId },
      body: { revision: this.#revision, window: 'torture', changes: { [field]: value } },
    })
    if (!reply.body) return this.#found(`a save was refused: ${reply.status} ${reply.problem?.code}`)
    if (reply.body.conflicts.length > 0) this.#found('a save met a conflict with itself')
    this.#revision = reply.body.revision
    this.#answers.set(field, { saved: value, sent: [] })
    this.saves++
    this.lastStored = reply.sentAt
  }

  #call<T>(
    endpoint: Endpoint,
    input: { params: Record<string, unknown>; body?: unknown },
    withinMs?: number,
  ): Promise<Reply<T>> {
    const headers = {
      cookie: this.#cookie,
      origin: this.#url,
      'idempotency-key': crypto.randomUUID(),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const request = () => ({
      url: this.#url + addressOf(endpoint, input),
      method: endpoint.method,
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
    return ask<T>(request, undefined, withinMs)
  }

  #found(what: string): void {
    this.findings.push(`${what} (${this.userId})`)
  }
}
