import { resolve } from 'node:path'
import { createContentServer } from '../../platform/content/content-server.ts'
import { originOfPackage } from '../../platform/content/origin-of-package.ts'
import type { Services } from '../../platform/context.ts'
import { type Listening, listenOn } from '../../platform/http/listen.ts'
import { strictTransport } from '../../platform/http/policies.ts'
import { findArchive } from './queries.ts'

const builtPlayer = resolve(import.meta.dirname, '../../../../web/dist/player')

/** Opens the listener of the content origin, on which packages are played. */
export async function startContent(services: Services): Promise<Listening> {
  const { settings, db, files, secrets, clock, log } = services
  const server = createContentServer({
    resolve: (tenantId, packageId) => db.tenant(tenantId).read((tx) => findArchive(tx, packageId)),
    files,
    secrets,
    clock,
    playerFolder: builtPlayer,
    originOf: (tenantId, packageId) => originOfPackage(services, tenantId, packageId),
    everyAnswer: strictTransport(settings.contentUrl),
    onError: (error) => log.error({ err: error }, 'content request failed'),
  })
  return listenOn(server, settings.contentPort, settings.host, 'CONTENT_PORT')
}
