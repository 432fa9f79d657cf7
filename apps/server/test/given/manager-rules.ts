import { json } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TestApp } from '../app.ts'
import type { GivenTenant } from './people.ts'

/** A manager rule that matches nobody. */
export async function givenManagerRule(app: TestApp, tenant: GivenTenant, mark: string): Promise<string> {
  const id = newId()
  const now = app.services.clock.now()
  const nobody = json({ rule: { position: [`${mark}-nobody`] }, groups: [], everyone: false, audiences: [] })
  await app.services.db.tenant(tenant.tenantId).write((tx) =>
    tx
      .insertInto('managerRules')
      .values({
        id,
        title: `${mark} manager rule`,
        managers: nobody,
        people: nobody,
        fields: ['position', 'roles', 'status'],
        updatedBy: tenant.admin.userId,
        createdAt: now,
        updatedAt: now,
      })
      .execute(),
  )
  return id
}
