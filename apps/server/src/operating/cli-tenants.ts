import { Slug } from '@learnt/contract/values'
import { isDeleted } from '../features/tenants/policy.ts'
import { findTenant, type StoredTenant } from '../features/tenants/queries.ts'
import type { Services } from '../platform/context.ts'
import { ProblemError } from '../platform/problem.ts'
import { UsageError } from './terminal.ts'

/** The tenant that was named on the command line, in whatever state it is. */
export async function knownTenant(services: Services, id: string): Promise<StoredTenant> {
  const tenant = Slug.safeParse(id).success ? await findTenant(services.db, id) : null
  if (tenant === null) throw new UsageError(`There is no tenant ${JSON.stringify(id)}. See: npm run cli -- tenant list`)
  return tenant
}

/** Nobody gets into a deleted one, whatever is made in it. */
export function refuseDeleted(tenant: StoredTenant): void {
  if (isDeleted(tenant)) throw new ProblemError('wrong-state', { detail: 'reason.tenants.deleted' })
}
