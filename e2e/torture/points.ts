import { Agent, request } from 'node:http'
import { api } from '@learnt/contract'
import type { Endpoint } from '@learnt/contract/endpoint'
import { type Chance, chance } from '../../apps/server/demo/chance.ts'
import { openPointProof, type PersonWithPoints, type PointProof } from '../../apps/server/test/prove-points.ts'
import { addressOf, type Caller } from '../given/calls.ts'
import { type Learnt, startLearnt } from '../learnt.ts'
import { counted } from './counted.ts'
import { killAndReturn, type Victim } from './kill.ts'
import { pause } from './patience.ts'
import { makeWorld } from './world.ts'

export interface PointOptions {
  seed: string
  /** Random operations while the server and PostgreSQL are killed. */
  operations: number
  /** Kills among them. */
  kills?: number
  /** Parallel redemptions of a balance that suffices for 137 of them. */
  burst?: number
  say(line: string): void
}

export interface PointSummary {
  burst: { sent: number; redeemed: number; refused: number; seconds: number }
  operations: number
  /** How many were carried out, refused, or carried out before the kill that lost their answer. */
  done: number
  refused: number
  repeated: number
  kills: number
  seconds: number
  sizes: { entries: number; orders: number; balance: number }
  findings: string[]
}

const enoughFor = 137
const price = 3
const stock = 1_000_000

/**
 * Parallel redemptions, then random operations with kills: no balance below zero, and every balance equals its entries.
 */
export async function torturePoints({
  seed,
  operations,
  kills = Math.max(2, Math.round(operations / 10_000)),
  burst = 10_000,
  say,
}: PointOptions): Promise<PointSummary> {
  const random = chance(seed)
  const learnt = await startLearnt({ demo: false, settings: { LOG_LEVEL: 'error' } })
  let proof: PointProof | undefined
  try {
    const { admin } = await makeWorld(learnt, { learners: 0, courses: 0 })
    await admin.call(api.tenants.change, { params: { tenantId: 'learnt' }, body: { settings: { rewards: true } } })
    proof = await openPointProof(learnt.settings)
    const atOnce = await redeemAtOnce(learnt, admin, { proof, burst, say })
    const people = await proof.people(40)
    // Many accounts, because each may send only 30 requests a second.
    const admins = await proof.people(25, 'admin')
    const reward = await admin.call(api.rewards.create, {
      body: {
        title: 'Mug',
        description: '',
        imageFileId: null,
        cost: price,
        stock,
        approval: 'none',
        deliveryNote: '',
        isOffered: true,
      },
    })
    await proof.close()
    proof = undefined
    const run = new Run(learnt.url, admins, people, reward.id)
    const began = Date.now()
    const findings = [...atOnce.findings]
    for (let round = 0; round < kills && findings.length === 0; round++) {
      const until = Math.round((operations * (round + 1)) / kills)
      const workers = Array.from({ length: 16 }, (_, nth) => run.work(chance(`${seed} ${round} ${nth}`), until))
      // Somewhere within the round, while all are at work.
      const killAt = run.settled + random.int(1, Math.max(1, Math.floor((until - run.settled) * 0.8)))
      while (run.settled < killAt) await pause(5)
      const victim: Victim = random.pick(['server', 'postmaster', 'postgres'])
      const killedAt = Date.now()
      await killAndReturn(learnt, victim)
      await Promise.all(workers)
      const one = await openPointProof(learnt.settings)
      const found = await one.check({ acknowledged: run.acknowledged, stock })
      await one.close()
      findings.push(...found, ...run.findings.splice(0))
      say(
        `  round ${round + 1}: ${victim} killed at ${killAt}, ${run.settled} operations after ${((Date.now() - began) / 1000).toFixed(0)} s (${((Date.now() - killedAt) / 1000).toFixed(1)} s since the kill), ${counted(found)}`,
      )
    }
    proof = await openPointProof(learnt.settings)
    return {
      burst: atOnce.figures,
      operations: run.settled,
      done: run.done,
      refused: run.refused,
      repeated: run.repeated,
      kills,
      seconds: (Date.now() - began) / 1000,
      sizes: await proof.sizes(),
      findings,
    }
  } catch (error) {
    say(learnt.output().slice(-3000))
    throw error
  } finally {
    await proof?.close()
    await learnt.stop()
  }
}

async function redeemAtOnce(
  learnt: Learnt,
  admin: Caller,
  of: { proof: PointProof; burst: number; say(line: string): void },
): Promise<{ figures: PointSummary['burst']; findings: string[] }> {
  const [person] = await of.proof.people(1)
  if (!person) throw new Error('Nobody')
  const amount = enoughFor * price
  await admin.call(api.points.adjust, { params: { userId: person.userId }, body: { amount, reason: 'Start' } })
  const began = Date.now()
  // Some by the operation, as many as one account may send at once; the others by the command behind it.
  const sent = Math.min(500, Math.floor(of.burst / 2))
  const [answers, past] = await Promise.all([
    Promise.all(
      Array.from({ length: sent }, () =>
        send(learnt.url, person.cookie, api.points.redeem, { body: { rewardPointAmount: price, redeem: true } }),
      ),
    ),
    of.proof.redeem(person, price, of.burst - sent),
  ])
  const redeemed = past.granted + answers.filter((one) => one.status === 200).length
  const refused = past.refused + answers.filter((one) => one.status === 422).length
  const seconds = (Date.now() - began) / 1000
  const { balance, entries } = await of.proof.balanceOf(person.membershipId)
  const right = Math.min(enoughFor, of.burst)
  const findings = [
    ...(redeemed === right ? [] : [`${redeemed} of ${right} redeems were granted`]),
    ...(entries === redeemed ? [] : [`${redeemed} redeems were granted, and there are ${entries} entries`]),
    ...(balance === amount - redeemed * price ? [] : [`${balance} points are left of ${amount}`]),
    ...(redeemed + refused === of.burst ? [] : [`${of.burst - redeemed - refused} redeems had another answer`]),
  ]
  of.say(
    `  ${of.burst} redeems of ${price} at once on ${amount}: ${redeemed} granted, ${refused} refused, ${balance} left, ${seconds.toFixed(1)} s, ${counted(findings)}`,
  )
  return { figures: { sent: of.burst, redeemed, refused, seconds }, findings }
}

/** Workers that do random operations on shared people, and the server's answers. */
class Run {
  settled = 0
  done = 0
  refused = 0
  repeated = 0
  readonly acknowledged = new Set<string>()
  readonly findings: string[] = []
  readonly #url: string
  readonly #admins: readonly PersonWithPoints[]
  readonly #people: readonly PersonWithPoints[]
  readonly #rewardId: string
  readonly #open: string[] = []

  constructor(url: string, admins: readonly PersonWithPoints[], people: readonly PersonWithPoints[], rewardId: string) {
    this.#url = url
    this.#admins = admins
    this.#people = people
    this.#rewardId = rewardId
  }

  async work(random: Chance, until: number): Promise<void> {
    while (this.settled < until && this.findings.length === 0) await this.#act(random)
  }

  async #act(random: Chance): Promise<void> {
    const person = random.pick(this.#people)
    const admin = random.pick(this.#admins).cookie
    const kind = random.int(1, 100)
    const closed = kind > 88 ? this.#open.splice(random.int(0, Math.max(0, this.#open.length - 1)), 1)[0] : undefined
    const answer =
      kind <= 40
        ? await this.#send(person.cookie, api.points.redeem, {
            body: { rewardPointAmount: random.int(1, 60), redeem: true },
          })
        : kind <= 70 || (kind > 88 && closed === undefined)
          ? await this.#send(admin, api.points.adjust, {
              params: { userId: person.userId },
              body: { amount: random.is(0.75) ? random.int(1, 60) : -random.int(1, 60), reason: 'Torture' },
            })
          : kind <= 88
            ? await this.#send(person.cookie, api.rewards.order, {
                params: { rewardId: this.#rewardId },
                body: { cost: price },
              })
            : await this.#send(admin, random.is(0.5) ? api.rewards.refuse : api.rewards.deliver, {
                params: { orderId: closed },
                body: { note: 'Torture' },
              })
    this.settled++
    const told = answer.body as { data?: { _id: string }; id?: string; state?: string } | null
    if (answer.status < 300) {
      this.done++
      if (told?.data) this.acknowledged.add(told.data._id)
      if (told?.id && told.state === 'ordered') this.#open.push(told.id)
    } else if (answer.status === 422) this.refused++
    // Carried out before the kill, which lost the answer.
    else if (answer.status === 409 && answer.tries > 1) this.repeated++
    else
      this.findings.push(`an operation was answered with ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
  }

  #send(cookie: string, endpoint: Endpoint, input: Input): Promise<Answer> {
    return send(this.#url, cookie, endpoint, input)
  }
}

interface Input {
  params?: Record<string, unknown>
  body: unknown
}

interface Answer {
  status: number
  body: unknown
  tries: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/** Repeats it with the same key until there is a final answer, as a page does. */
async function send(url: string, cookie: string, endpoint: Endpoint, input: Input): Promise<Answer> {
  const key = crypto.randomUUID()
  const address = url + addressOf(endpoint, input)
  for (let tries = 1; ; tries++) {
    const answer = await once(address, {
      method: endpoint.method,
      cookie,
      key,
      origin: url,
      body: JSON.stringify(input.body),
    }).catch(() => null)
    if (answer && answer.status < 500 && answer.status !== 429) return { ...answer, tries }
    await pause(50 + 100 * Math.random())
  }
}

function once(
  address: string,
  of: { method: string; cookie: string; key: string; origin: string; body: string },
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      {
        agent,
        method: of.method,
        headers: {
          cookie: of.cookie,
          origin: of.origin,
          'idempotency-key': of.key,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(of.body),
        },
        timeout: 60_000,
      },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (part: string) => (text += part))
        reply.on('end', () => {
          try {
            resolve({ status: reply.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) })
          } catch (error) {
            reject(error as Error)
          }
        })
        reply.on('error', reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('No answer')))
    sent.on('error', reject)
    sent.end(of.body)
  })
}
