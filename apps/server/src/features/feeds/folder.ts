import { join } from 'node:path'
import type { Actor } from '../../platform/actor.ts'
import type { Services } from '../../platform/context.ts'

type Team = Pick<Actor, 'tenantId' | 'teamId'>

/** Where the operator puts a team's files, below the folder of the installation's data. */
export function folderName({ tenantId, teamId }: Team): string {
  return join('feeds', tenantId, teamId)
}

export function folderOf(services: Pick<Services, 'settings'>, of: Team): string {
  return join(services.settings.dataDir, folderName(of))
}
