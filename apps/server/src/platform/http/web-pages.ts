import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../context.ts'
import { assetPolicy, makeNonce, pagePolicy } from './policies.ts'
import { hasServiceWorker } from './service-worker.ts'

const folder = join(import.meta.dirname, '../../../../web/dist')
const placeholder = '__CSP_NONCE__'

/** The built web application: one page for every address that is no file and no operation, with a fresh nonce each time. */
export function serveWebPages(app: FastifyInstance, services: Services): void {
  const page = makePage(services)
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
  const send = (reply: FastifyReply) => {
    const nonce = makeNonce()
    for (const [name, value] of Object.entries(pagePolicy(services.settings, nonce))) reply.header(name, value)
    return reply.type('text/html; charset=utf-8').send(page().join(nonce))
  }
  app.get('/', async (_request, reply) => send(reply))
  app.get('/*', async (request, reply) => {
    if (/^\/(api|assets|files|team-files|team-icons)\//.test(request.url)) return reply.callNotFound()
    return send(reply)
  })
}

/** The page's parts between its nonces, read again when a build has replaced it. */
function makePage({ settings }: Services): () => string[] {
  const path = join(folder, 'index.html')
  let stamp = -1
  let parts: string[] = []
  return () => {
    const now = existsSync(path) ? statSync(path).mtimeMs : 0
    if (now !== stamp) {
      stamp = now
      parts = (
        now === 0
          ? '<!doctype html><title>Learnt</title><p>The web application is not built yet.</p>'
          : readFileSync(path, 'utf8').replace('__SERVICE_WORKER__', hasServiceWorker(settings) ? 'on' : 'off')
      ).split(placeholder)
    }
    return parts
  }
}
