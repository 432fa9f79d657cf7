import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../context.ts'
import { assetPolicy, makeNonce, pagePolicy } from './policies.ts'

const folder = join(import.meta.dirname, '../../../../web/dist')
const placeholder = '__CSP_NONCE__'

/** The built web application: one page for every address that is no file and no operation, with a fresh nonce each time. */
export function serveWebPages(app: FastifyInstance, services: Services): void {
  const page = makePage()
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
  const send = (reply: FastifyReply) => {
    const nonce = makeNonce()
    for (const [name, value] of Object.entries(pagePolicy(services.settings, nonce))) reply.header(name, value)
    return reply.type('text/html; charset=utf-8').send(page().join(nonce))
  }
  app.get('/', async (_request, reply) => send(reply))
  app.get('/*', async (request, reply) => {
    if (/^\/(api|assets|files|team-files)\//.test(request.url)) return reply.callNotFound()
    return send(reply)
  })
}

/** The page's parts between its nonces, read again when a build has replaced it. */
function makePage(): () => string[] {
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
          : readFileSync(path, 'utf8')
      ).split(placeholder)
    }
    return parts
  }
}
