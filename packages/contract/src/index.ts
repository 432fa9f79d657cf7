import { accounts } from './accounts.ts'
import { audit, mails, tenants, views } from './administration.ts'
import { courses } from './courses.ts'
import type { Endpoint, RawEndpoint } from './endpoint.ts'
import { files } from './files.ts'
import { impersonation } from './impersonation.ts'
import { jobs } from './jobs.ts'
import { learning } from './learning.ts'
import { members } from './members.ts'
import { permissions } from './permissions.ts'
import { reports } from './reports.ts'
import { runtime } from './runtime.ts'
import { session } from './session.ts'
import { system } from './system.ts'

/** Every operation of the server. `listOperations` walks it; a route that is not in here does not exist. */
export const api = {
  session,
  impersonation,
  accounts,
  members,
  courses,
  files,
  permissions,
  learning,
  runtime,
  reports,
  jobs,
  views,
  audit,
  mails,
  tenants,
  system,
}

export type Operation = Endpoint | RawEndpoint

/** All operations of the contract in the order of declaration. */
export function listOperations(): Operation[] {
  const found: Operation[] = []
  const walk = (node: object) => {
    for (const value of Object.values(node)) {
      if (isOperation(value)) found.push(value)
      else if (typeof value === 'object' && value !== null) walk(value)
    }
  }
  walk(api)
  return found
}

function isOperation(value: unknown): value is Operation {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && (value.kind === 'json' || value.kind === 'raw')
  )
}
