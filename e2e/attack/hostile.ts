import { api } from '@learnt/contract'
import { makeOwnKey } from '../../apps/server/src/features/providers/commands/own-certificate.ts'
import { type Caller, signInByApi } from '../given/calls.ts'
import { accounts } from '../given/devices.ts'

export interface HostileSummary {
  people: number
  'requests before': number
  'requests meanwhile': number
  'p95 ms before': number
  'p95 ms meanwhile': number
  'times as long': number
  'hostile bodies': number
  'answers 5xx': number
  'slowest hostile ms': number
}

interface Body {
  readonly name: string
  readonly send: () => Promise<Response>
}

/** Between two requests of one person: all together stay below what one account may ask for. */
const thinkMs = 2500
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * People who work, a request after the other with a moment between, first by themselves, then while somebody sends bodies
 * that take long to read: JSON as a learner, forms as a stranger, descriptions as an administrator.
 */
export async function hostileAttack(of: { url: string; people: number; seconds: number }): Promise<HostileSummary> {
  const { url, people, seconds } = of
  const [learner, admin] = [await signInByApi(url, accounts.learner), await signInByApi(url, accounts.admin)]
  const bodies = await hostileBodies(url, learner, admin)
  await work(learner, people, 2)
  const before = await work(learner, people, seconds)
  let [sent, failed, slowest] = [0, 0, 0]
  const end = Date.now() + seconds * 1000
  const sending = (async () => {
    while (Date.now() < end) {
      for (const { send } of bodies) {
        const began = performance.now()
        const { status } = await send()
        slowest = Math.max(slowest, performance.now() - began)
        sent++
        if (status >= 500) failed++
        await pause(50)
      }
    }
  })()
  const meanwhile = await work(learner, people, seconds)
  await sending
  const [first, second] = [p95(before), p95(meanwhile)]
  return {
    people,
    'requests before': before.length,
    'requests meanwhile': meanwhile.length,
    'p95 ms before': Math.round(first),
    'p95 ms meanwhile': Math.round(second),
    'times as long': Number((second / first).toFixed(2)),
    'hostile bodies': sent,
    'answers 5xx': failed,
    'slowest hostile ms': Math.round(slowest),
  }
}

/** Milliseconds of each request. */
async function work(learner: Caller, people: number, seconds: number): Promise<number[]> {
  const times: number[] = []
  const end = Date.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: people }, async (_, nth) => {
      await pause((nth * thinkMs) / people)
      while (Date.now() < end) {
        const began = performance.now()
        const reply = await learner.fetch(api.learning.home.path)
        await reply.arrayBuffer()
        if (!reply.ok) throw new Error(`Somebody at work was answered ${reply.status}`)
        times.push(performance.now() - began)
        await pause(thinkMs)
      }
    }),
  )
  return times
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}

async function hostileBodies(url: string, learner: Caller, admin: Caller): Promise<Body[]> {
  const [team] = (await admin.call(api.providers.list)).teams
  const { certificate } = await makeOwnKey('Hostile', new Date())
  const provider = await admin.call(api.providers.create, {
    body: {
      teamId: team?.teamId ?? '',
      kind: 'saml',
      name: 'Hostile',
      config: {
        issuer: 'https://idp.example',
        entryPoint: 'https://idp.example/sso',
        certificates: [certificate],
        allowsUnasked: true,
      },
    },
  })
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')
  const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ')
  const spaces = (count: number) => Array.from({ length: count }, (_, at) => `xmlns:a${at}="1"`).join(' ')
  const nested = (count: number) => `${'<b>'.repeat(count)}${'</b>'.repeat(count)}`
  const json = (name: string, who: Caller, path: string, body: string, method = 'POST'): Body => {
    const bytes = Buffer.from(body)
    return {
      name,
      send: () =>
        who.fetch(path, { method, body: bytes, headers: { 'content-type': 'application/json', origin: url } }),
    }
  }
  const metadata = (name: string, xml: string): Body =>
    json(
      name,
      admin,
      api.providers.create.path,
      JSON.stringify({ teamId: team?.teamId, kind: 'saml', name, config: {}, metadata: xml.slice(0, 399_000) }),
    )
  const form = (name: string, xml: string): Body => {
    const body = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return {
      name,
      send: () => fetch(`${url}/api/saml/${provider.id}/acs`, { method: 'POST', body, headers, redirect: 'manual' }),
    }
  }
  return [
    json('brackets', learner, api.views.save.path, '['.repeat(3_900_000)),
    json('keys', learner, api.views.save.path, `{${keys(700_000)}}`),
    json('small keys', learner, api.views.save.path, `{${keys(5000)}}`),
    json('small brackets', learner, api.views.save.path, `${'['.repeat(30_000)}${']'.repeat(30_000)}`),
    json('draft of lists', admin, `/api/courses/${crypto.randomUUID()}/draft`, `[${'[],'.repeat(1_500_000)}[]]`, 'PUT'),
    metadata('elements', `<a>${'<b/>'.repeat(90_000)}</a>`),
    metadata('nested elements', nested(6000)),
    form('attributes', `<a ${attributes(45_000)}/>`),
    form('names', `<a ${spaces(12_000)}>${nested(950)}</a>`),
    form('elements that are allowed', `<a>${'<b/>'.repeat(490)}</a>`),
  ]
}
