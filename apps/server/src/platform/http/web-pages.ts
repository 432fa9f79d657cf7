import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { readCookie, sessionCookieName } from '../session/token.ts'
import { assetPolicy, makeNonce, pagePolicy } from './policies.ts'
import { hasServiceWorker } from './service-worker.ts'

const built = join(import.meta.dirname, '../../../../web/dist')
const placeholder = '__CSP_NONCE__'

/** The built web application: one page for every address that is no file and no operation, with a fresh nonce each time. */
export function serveWebPages(app: FastifyInstance, services: Services, folder = built): void {
  const page = makePage(services, folder)
  if (existsSync(join(folder, 'assets'))) {
    app.register(staticFiles, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders(reply) {
        for (const [name, value] of Object.entries(assetPolicy)) reply.header(name, value)
        // A worker takes the policy of its own answer; scripts and styles need none.
        reply.removeHeader('content-security-policy')
      },
    })
  }
  app.get('/favicon.svg', async (_request, reply) => {
    const path = join(folder, 'favicon.svg')
    if (!existsSync(path)) return reply.callNotFound()
    return reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(readFileSync(path))
  })
  const cookieName = sessionCookieName(services.settings)
  const send = (request: FastifyRequest, reply: FastifyReply) => {
    // Whether the session still holds is not asked here: who has none signs in a little later, as without all this.
    const hasSession = readCookie(request.headers.cookie, cookieName) !== null
    const isSparing = request.headers['save-data'] === 'on'
    const kind = !hasSession ? 'guest' : isSparing || !ofApplication.test(request.url) ? 'signedIn' : 'application'
    const nonce = makeNonce()
    for (const [name, value] of Object.entries(pagePolicy(services.settings, nonce))) reply.header(name, value)
    return reply.type('text/html; charset=utf-8').send(page()[kind].join(nonce))
  }
  app.get('/', async (request, reply) => send(request, reply))
  app.get('/*', async (request, reply) => {
    if (/^\/(api|assets|files|team-files|team-icons)\//.test(request.url)) return reply.callNotFound()
    return send(request, reply)
  })
}

/** Pages of the application; those of the first parts of the path that are left out are guests' pages too. */
const ofApplication = /^\/(?:(?:teams|apps|pages)(?:[/?]|$)|\?|$)/

/** The same page, split at its nonces, for a browser without and with a session, and where the application will be shown. */
type Pages = Record<'guest' | 'signedIn' | 'application', string[]>

/** Made again when a build has replaced it. */
function makePage({ settings }: Services, folder: string): () => Pages {
  const path = join(folder, 'index.html')
  const files = [path, join(folder, manifestPath)]
  let stamp = ''
  let pages: Pages = { guest: [], signedIn: [], application: [] }
  return () => {
    const now = files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0).join()
    if (now !== stamp) {
      const html = existsSync(path)
        ? readFileSync(path, 'utf8').replace('__SERVICE_WORKER__', hasServiceWorker(settings) ? 'on' : 'off')
        : '<!doctype html><title>Learnt</title><p>The web application is not built yet.</p>'
      const links = linksTo('src/Application.tsx', html, folder)
      const dress = (signedIn: 'yes' | 'no', more: string) =>
        html.replace('__SIGNED_IN__', signedIn).replace('</head>', `${more}</head>`).split(placeholder)
      pages = { guest: dress('no', ''), signedIn: dress('yes', ''), application: dress('yes', links) }
      // NOTE last: a build that is being written just now is read again
      stamp = now
    }
    return pages
  }
}

const manifestPath = '.vite/manifest.json'

interface Chunk {
  file: string
  imports?: string[]
}

/** So that what a page will import is fetched beside its entry, instead of when that has found out. */
function linksTo(module: string, html: string, folder: string): string {
  const path = join(folder, manifestPath)
  if (!existsSync(path)) return ''
  const manifest = parse(readFileSync(path, 'utf8'))
  const files = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const other of chunk.imports ?? []) add(other)
  }
  add(module)
  return [...files]
    .filter((file) => !html.includes(`"/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('')
}

/** Half written, it names nothing: its time changes once more when it is whole. */
function parse(text: string): Record<string, Chunk> {
  try {
    return JSON.parse(text) as Record<string, Chunk>
  } catch {
    return {}
  }
}
