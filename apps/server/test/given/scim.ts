import { newId } from '../../src/platform/ids.ts'
import { hashToken, makeToken } from '../../src/platform/session/token.ts'
import type { TestApp } from '../app.ts'
import type { GivenTenant } from './people.ts'

/** A token of an identity provider that nobody knows. */
export async function givenScimToken(app: TestApp, tenant: GivenTenant, mark: string): Promise<string> {
  const id = newId()
  const now = app.services.clock.now()
  await app.services.db.tenant(tenant.tenantId).write((tx) =>
    tx
      .insertInto('scimTokens')
      .values({
        id,
        name: `${mark} token`,
        teamId: tenant.teamId,
        scope: 'all',
        hash: hashToken(makeToken()),
        hint: 'hint',
        createdBy: tenant.admin.userId,
        createdAt: now,
      })
      .execute(),
  )
  return id
}
