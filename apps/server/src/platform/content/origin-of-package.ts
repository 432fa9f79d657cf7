import type { Services } from '../context.ts'
import { contentOrigin } from '../env.ts'
import type { TenantId } from '../tenant-id.ts'
import { packageLabel } from './capability.ts'

/** Where a package is served: a host of its own where the content address has a wildcard. */
export function originOfPackage(
  { settings, secrets }: Pick<Services, 'settings' | 'secrets'>,
  tenantId: TenantId,
  packageId: string,
): string {
  return contentOrigin(settings, packageLabel(secrets, tenantId, packageId))
}
