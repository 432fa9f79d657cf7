import { join } from 'node:path'
import type { Actor } from '../../platform/actor.ts'
import type { Services } from '../../platform/context.ts'

/** Where the operator puts a team's files. */
export function folderOf(services: Pick<Services, 'settings'>, of: Pick<Actor, 'tenantId' | 'teamId'>): string {
  return join(services.settings.dataDir, 'feeds', of.tenantId, of.teamId)
}
