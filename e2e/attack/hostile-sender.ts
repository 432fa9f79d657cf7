import { parentPort, workerData } from 'node:worker_threads'
import { api } from '@learnt/contract'
import { makeOwnKey } from '../../apps/server/src/features/providers/commands/own-certificate.ts'
import { type Caller, signInByApi } from '../given/calls.ts'
import { accounts } from '../given/devices.ts'

// A thread that sends bodies which take long to read, one after the other, and reports each answer.

export interface Sent {
  readonly name: string
  readonly status: number
  readonly ms: number
}

interface Body {
  readonly name: string
  readonly send: () => Promise<Response>
}

const { url, seconds } = workerData as { url: string; seconds: number }
const bodies = await hostileBodies(
  url,
  await signInByApi(url, accounts.learner),
  await signInByApi(url, accounts.admin),
)
parentPort?.postMessage('ready')
parentPort?.once('message', async () => {
  const sent: Sent[] = []
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    for (const { name, send } of bodies) {
      const began = performance.now()
      // Too large bodies are refused before they have arrived, and the rest of them meets a closed connection.
      const status = await send().then(
        async (reply) => {
          await reply.arrayBuffer()
          return reply.status
        },
        () => 413,
      )
      sent.push({ name, status, ms: performance.now() - began })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  parentPort?.postMessage(sent)
})

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
    { name: 'the whole contract', send: () => fetch(`${url}${api.system.openapi.path}`) },
  ]
}
