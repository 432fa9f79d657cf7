import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { api } from '@learnt/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { metrics } from '../metrics.ts'
import { ProblemError } from '../problem.ts'
import { isKnownHost } from '../tenant/known-host.ts'
import { productVersion } from '../version.ts'
import { sendContract } from './contract-file.ts'
import { documentationPolicy, serviceWorkerPolicy } from './policies.ts'
import { type Route, rawRoute } from './route.ts'
import { readServiceWorker } from './service-worker.ts'

const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const docsAssets: Record<string, { file: string; type: string }> = {
  'swagger-ui.css': { file: join(swagger, 'swagger-ui.css'), type: 'text/css' },
  'swagger-ui-bundle.js': { file: join(swagger, 'swagger-ui-bundle.js'), type: 'text/javascript' },
  'open.js': { file: join(import.meta.dirname, 'docs-page/open.js'), type: 'text/javascript' },
}

const docsPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Learnt API</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="api"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/open.js"></script></body></html>`

/** Health, metrics and documentation of the server itself. */
export const systemRoutes: Route[] = [
  rawRoute(api.system.health, async ({ reply }) => reply.type('application/json').send('{"status":"ok"}')),
  rawRoute(api.system.ready, async ({ services, reply }) => {
    const ready =
      !services.isStopping?.() &&
      (await services.db
        .control((tx) => sql`select 1 from control.teams_exist()`.execute(tx))
        .then(
          () => true,
          () => false,
        ))
    return reply
      .code(ready ? 200 : 503)
      .type('application/json')
      .send(JSON.stringify({ status: ready ? 'ok' : 'unavailable', ...lineOf(services) }))
  }),
  rawRoute(api.system.version, async ({ services, reply }) =>
    reply
      .type('application/json')
      .send(JSON.stringify({ version: productVersion, environment: services.settings.environment })),
  ),
  rawRoute(api.system.metrics, async ({ services, request, reply }) => {
    await checkOperator(request, services)
    return reply.type(metrics.contentType).send(await metrics.metrics())
  }),
  rawRoute(api.system.serviceWorker, async ({ services, reply }) => {
    for (const [name, value] of Object.entries(serviceWorkerPolicy)) reply.header(name, value)
    return reply.type('text/javascript; charset=utf-8').send(readServiceWorker(services.settings))
  }),
  rawRoute(api.system.openapi, ({ services, request, reply }) =>
    sendContract(request, reply, services.settings.publicUrl),
  ),
  rawRoute(api.system.docs, async ({ reply }) => {
    for (const [name, value] of Object.entries(documentationPolicy)) reply.header(name, value)
    return reply.type('text/html; charset=utf-8').send(docsPage)
  }),
  rawRoute(api.system.docsAsset, async ({ request, reply }) => {
    const { asset: name } = request.params as { asset: string }
    const asset = Object.hasOwn(docsAssets, name) ? docsAssets[name] : undefined
    if (!asset) throw new ProblemError('not-found')
    for (const [name, value] of Object.entries(documentationPolicy)) reply.header(name, value)
    return reply
      .type(`${asset.type}; charset=utf-8`)
      .header('cache-control', 'public, max-age=3600')
      .send(createReadStream(asset.file))
  }),
  // The socket itself is taken by the live hub before HTTP sees it; a plain request ends here.
  rawRoute(api.system.live, async () => {
    throw new ProblemError('unsupported', { status: 426, headers: { upgrade: 'websocket' } })
  }),
]

/** Without its line to the NATS server a process serves all the same: it reads from the database what others did. */
function lineOf({ fanOut }: Services): { nats?: 'connected' | 'away' } {
  return fanOut ? { nats: fanOut.isConnected ? 'connected' : 'away' } : {}
}

/**
 * Metrics tell how an organisation works: the bearer of the token may read them from anywhere, else only this machine. A
 * proxy's word for it counts only when it is trusted, and what an untrusted one on this machine brings comes from anywhere.
 */
async function checkOperator(request: FastifyRequest, services: Services): Promise<void> {
  const { settings } = services
  const { authorization } = request.headers
  const isBrought = settings.trustedProxies.length === 0 && request.headers['x-forwarded-for'] !== undefined
  // A page elsewhere whose name points to this machine comes from here as well.
  const isLocal = isLoopback(request.ip) && !isBrought && (await isKnownHost(services, request.hostname))
  if (authorization === undefined && isLocal) return
  if (settings.metricsToken === undefined) throw new ProblemError('not-allowed')
  const [scheme = '', token = ''] = (authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer' && isSame(token, settings.metricsToken)) return
  throw new ProblemError('not-signed-in', { headers: { 'www-authenticate': 'Bearer' } })
}

/** In the same time whatever differs, the length too. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}
