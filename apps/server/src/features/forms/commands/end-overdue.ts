import type { Services } from '../../../platform/context.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import { graceMs } from '../policy.ts'
import { overdueAttempts } from '../queries/end-of-writing.ts'
import { submitForm } from './submit-form.ts'

const atOnce = 100

/** Submits attempts whose time is over as they were saved, for people who do not come back to see it. */
export async function endOverdue(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const tenantId of await listOpenTenants(services.db)) {
    const ctx = systemContext(services, tenantId, { requestId: 'forms.endOverdue' })
    for (let found = atOnce; found === atOnce; ) {
      const overdue = await ctx.read((tx) => overdueAttempts(new Date(ctx.now.getTime() - graceMs), atOnce).execute(tx))
      found = overdue.rows.length
      for (const { id } of overdue.rows) {
        if (stopping?.aborted) return
        await submitForm(ctx, id, { revision: 0, window: 'end', changes: {} }, { bySystem: true })
      }
    }
  }
}
