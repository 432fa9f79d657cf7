import { readFileSync } from 'node:fs'
import type { LoadRequest } from './processes.ts'

/**
 * Another product beside ours, on data of the same size: `--peer-url http://localhost:8080 --peer-profile moodle.json`.
 *
 * {
 *   "name": "Another product 5.1",
 *   "headers": { "accept": "application/json" },
 *   "signIn": { "method": "POST", "path": "/login", "headers": {}, "body": "user=admin&password=secret" },
 *   "requests": {
 *     "home": { "path": "/my" },
 *     "people": { "path": "/users?sort=name&limit=12" },
 *     "save": { "method": "POST", "path": "/save", "body": "n=%n%", "headers": {} }
 *   }
 * }
 *
 * `signIn` may be a list: a product that limits what one account may ask needs several, which then ask in turn. The
 * cookies that it answers with go along with every request. The keys of `requests` are names of comparisons, as
 * the bench prints them; those that are missing are measured without the peer.
 */
interface PeerProfile {
  name: string
  headers?: Record<string, string>
  signIn?: SignIn | SignIn[]
  requests: Record<string, { method?: string; path: string; headers?: Record<string, string>; body?: string }>
}

interface SignIn {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Peer {
  readonly name: string
  /** Null: the profile has no request for this comparison. */
  requests(name: string): readonly LoadRequest[] | null
}

export async function openPeer(url: string, profileFile: string): Promise<Peer> {
  const profile = JSON.parse(readFileSync(profileFile, 'utf8')) as PeerProfile
  const { hostname, port, protocol } = new URL(url)
  if (protocol !== 'http:') throw new Error('The peer is measured over plain http, as Learnt is')
  const cookies: string[] = []
  for (const { method = 'POST', path, headers = {}, body } of [profile.signIn ?? []].flat()) {
    const reply = await fetch(new URL(path, url), {
      method,
      headers: { ...profile.headers, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    if (reply.status >= 400)
      throw new Error(`${profile.name} refuses the sign-in: ${reply.status} ${(await reply.text()).slice(0, 500)}`)
    const set = reply.headers.getSetCookie().map((one) => one.split(';')[0])
    cookies.push(set.join('; '))
  }
  return {
    name: profile.name,
    requests(name) {
      const of = profile.requests[name]
      if (!of) return null
      return (cookies.length > 0 ? cookies : ['']).map((cookie) => ({
        host: hostname,
        port: Number(port || 80),
        method: of.method ?? 'GET',
        path: of.path,
        headers: { ...profile.headers, ...of.headers, ...(cookie === '' ? {} : { cookie }) },
        ...(of.body === undefined ? {} : { body: of.body }),
      }))
    },
  }
}
