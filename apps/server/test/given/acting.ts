import { sql } from 'kysely'
import { newId } from '../../src/platform/ids.ts'
import { hashToken } from '../../src/platform/session/token.ts'
import type { TestApp } from '../app.ts'
import { type GivenPerson, type GivenTenant, givenPerson } from './people.ts'

/** An administrator of the tenant's own team whose session acts as another person. */
export async function givenActing(
  app: TestApp,
  tenant: GivenTenant,
  as: GivenPerson,
  { writes = false, ...of }: { writes?: boolean } & Parameters<typeof givenPerson>[2] = {},
): Promise<GivenPerson> {
  const administrator = await givenPerson(app, tenant, { ...of, roles: ['admin'] })
  const [id, now] = [newId(), app.clock.now()]
  const until = new Date(now.getTime() + 3_600_000)
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from control.check_session(${hashToken(administrator.token)}, ${now})`.execute(tx)
    const session = rows[0]?.id ?? ''
    await sql`
      select control.begin_impersonation(${session}, ${administrator.userId}, ${id}, ${as.userId}, ${as.teamId}, ${until}, ${now})`.execute(
      tx,
    )
    if (writes) await sql`select control.allow_acting_writes(${session}, ${id})`.execute(tx)
    await tx
      .insertInto('impersonationSessions')
      .values({
        id,
        userId: administrator.userId,
        userName: 'Ada Admin',
        teamId: administrator.teamId,
        impersonatedUserId: as.userId,
        impersonatedName: 'Pat Person',
        impersonatedEmail: as.email,
        impersonatedTeamId: as.teamId,
        reason: 'Given by a test',
        createdAt: now,
        expiresAt: until,
      })
      .execute()
  })
  return administrator
}
