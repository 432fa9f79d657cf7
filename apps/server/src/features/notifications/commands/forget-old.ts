import type { Services } from '../../../platform/context.ts'
import { forgetOldRows } from '../../../platform/jobs/forget-old-rows.ts'

/** Older ones are forgotten, read or not. */
export function forgetOld(services: Services, stopping?: AbortSignal): Promise<void> {
  return forgetOldRows(services, { table: 'notifications', at: 'created_at', keptDays: 90 }, stopping)
}
