import type { Services } from '../../../platform/context.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import { findToldRequests } from '../queries/list-deciders.ts'
import { tellAdministrators } from './tell.ts'

/** Requests of one transaction. */
const atOnce = 50

/** Tells administrators of requests that managers have not decided for as many days as the permission gives them. */
export async function standIn(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const id of await listOpenTenants(services.db)) {
    const ctx = systemContext(services, id, { requestId: 'requests.standIn' })
    for (let told = atOnce; told === atOnce; ) {
      if (stopping?.aborted) return
      const waiting = await ctx.read((tx) =>
        tx
          .selectFrom('requests')
          .select('id')
          .where('state', '=', 'open')
          .where('stoodInAt', 'is', null)
          .where('standInAt', '<=', ctx.now)
          .orderBy('standInAt')
          .limit(atOnce)
          .execute(),
      )
      told = waiting.length
      if (told === 0) break
      await ctx.write(async (tx) => {
        const rows = await tx
          .updateTable('requests')
          .set({ stoodInAt: ctx.now })
          .where(
            'id',
            'in',
            waiting.map((row) => row.id),
          )
          .where('state', '=', 'open')
          .where('stoodInAt', 'is', null)
          .returning('id')
          .execute()
        const requests = await findToldRequests(
          tx,
          rows.map((row) => row.id),
        )
        for (const request of requests) await tellAdministrators(ctx, tx, request, 'requestStandIn')
      })
    }
  }
}
