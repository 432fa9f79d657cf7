import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { HostName } from './teams.ts'

export const VideoHosts = z.strictObject({
  /** Exact host names; videos of no other host are shown. */
  hosts: z.array(HostName).max(50),
})
export type VideoHosts = z.infer<typeof VideoHosts>

export const videoHosts = {
  get: endpoint({
    id: 'videoHosts.get',
    summary: 'Hosts whose videos may stand on the tenant’s pages.',
    method: 'GET',
    path: '/api/video-hosts',
    access: 'admin',
    callers: ['token', 'looking'],
    response: VideoHosts,
  }),
  save: endpoint({
    id: 'videoHosts.save',
    summary:
      'Say whose videos may stand on the tenant’s pages. Videos of a host that is left out are not shown any more.',
    method: 'PUT',
    path: '/api/video-hosts',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'tenants.change',
    sample: () => ({ body: { hosts: ['video.example'] } }),
    body: VideoHosts,
    response: VideoHosts,
  }),
  frame: rawEndpoint({
    id: 'videoHosts.frame',
    summary:
      'The page in which a video from elsewhere is shown: no script of its own, and frames of the tenant’s hosts alone.',
    method: 'GET',
    path: '/api/video-frame',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ query: { address: 'https://video.example/1' }, alsoFine: [404] }),
    protocol: 'HTML, for the application’s own frame: `?address=` is the video’s. 404 where its host is not listed.',
    produces: 'text/html',
  }),
}

/**
 * The address under which a player can be framed: of the well-known hosts from what people copy out of their address bar,
 * else what was given. Null for what is no https address.
 */
export function playerAddress(typed: string): string | null {
  const url = parse(typed.trim())
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  const [, first = '', second = ''] = url.pathname.split('/')
  const youTube =
    host === 'youtu.be'
      ? first
      : host === 'youtube.com' && first === 'watch'
        ? (url.searchParams.get('v') ?? '')
        : host === 'youtube.com' && ['embed', 'shorts', 'live'].includes(first)
          ? second
          : ''
  if (/^[\w-]{6,20}$/.test(youTube)) return `https://www.youtube-nocookie.com/embed/${youTube}`
  if (host === 'vimeo.com' && /^\d+$/.test(first)) return `https://player.vimeo.com/video/${first}`
  return url.href
}

// Browsers and Node have it; this package is compiled for neither.
interface Address {
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly pathname: string
  readonly href: string
  readonly searchParams: { get(name: string): string | null }
}
declare const URL: { canParse(address: string): boolean; new (address: string): Address }

function parse(address: string): Address | null {
  return URL.canParse(address) ? new URL(address) : null
}
