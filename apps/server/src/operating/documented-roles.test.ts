import { join } from 'node:path'
import { api } from '@learnt/contract'
import { describe, expect, it } from 'vitest'
import { openApp } from '../../test/app.ts'
import { ask } from '../../test/connection.ts'
import { makeDocumentedRoles } from '../../test/given/documented-roles.ts'
import { hashRows } from '../../test/given/installations.ts'
import {
  givenPostgres15,
  givenPostgres18,
  hasPostgres15,
  type OutsidePostgres,
} from '../../test/given/outside-postgres.ts'
import { givenTenant } from '../../test/given/people.ts'
import { givenWorld } from '../../test/given/world.ts'
import { isProof } from '../../test/proof.ts'
import { makeScratchFolder } from '../../test/scratch.ts'
import { createDatabase, type Database } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { proveAppRole } from '../platform/db/prove.ts'
import { findOwnerFault } from '../platform/db/prove-owner.ts'
import { withOwner } from '../platform/db/tables.ts'
import { dangerouslyRemoveTenant } from '../platform/tenant/remove-tenant.ts'
import { restoreTenant } from './restore-tenant.ts'
import { exportTenant } from './tenant-archive.ts'

/** CI runs the newer one, without the commands about one tenant; `npm run proof` has all of it. */
const servers: [name: string, isThere: boolean, open: () => Promise<OutsidePostgres>][] = [
  ['PostgreSQL 18', true, givenPostgres18],
  ['PostgreSQL 15', hasPostgres15 && isProof, givenPostgres15],
]

describe.each(servers)('on %s with the documented roles', (_name, isThere, open) => {
  it.runIf(isThere)('Learnt migrates, works for every tenant, and keeps one command to one tenant', async () => {
    const server = await open()
    const { adminUrl, appUrl } = await makeDocumentedRoles(server)
    expect((await migrate({ adminUrl, appRole: 'learnt_web' })).length).toBeGreaterThan(5)
    expect(await withOwner(adminUrl, (client) => findOwnerFault(client))).toBeNull()
    const db = createDatabase({ url: appUrl, adminUrl, poolSize: 5 })
    try {
      await proveAppRole(db)
      // What the relay does, which the log said was denied.
      await db.dangerouslyLookAsSystem((tx) => tx.selectFrom('outbox').select('id').limit(1).execute())
      // The owner by itself sees no tenant.
      await expect(ask(adminUrl, 'select count(*) from outbox')).rejects.toThrow(/tenant/)
      if (isProof) await keepToOneTenant({ adminUrl, db })
      await refuseStrongOwners(server, adminUrl)
    } finally {
      await db.end()
    }
  })
})

describe.runIf(hasPostgres15 && isProof)('on PostgreSQL 15 with the roles of the earlier documentation', () => {
  it('an update makes the owner inherit nothing', async () => {
    const server = await givenPostgres15()
    const { adminUrl } = await makeDocumentedRoles(server)
    const inLearnt = adminUrl.replace(/\/\/[^@]+@/, '//postgres@')
    await ask(inLearnt, 'alter schema public owner to pg_database_owner')
    await ask(inLearnt, 'alter role learnt_owner inherit')
    expect((await migrate({ adminUrl, appRole: 'learnt_web' })).length).toBeGreaterThan(5)
    expect(await withOwner(adminUrl, (client) => findOwnerFault(client))).toBeNull()
    // As a later migration does.
    await ask(adminUrl, 'create table public.later (id int); drop table public.later')
  })
})

/** Every command about one tenant, beside another one that must stay as it is, to the row. */
async function keepToOneTenant({ adminUrl, db }: { adminUrl: string; db: Database }): Promise<void> {
  const dataDir = await makeScratchFolder()
  const app = await openApp({ db }, dataDir)
  const [one, other] = [await givenWorld(app), await givenWorld(app)]
  await app.settle()
  // Somebody saves: entries of the other tenant wait for their seals, and a copy of the one must not queue them again.
  const saved = await app.call(other.admin, api.courses.create, { body: { title: 'Of the other' } })
  expect(saved.status).toBe(201)
  const waiting = await ask(adminUrl, 'select 1 from audit_pending', [], other.tenantId)
  expect(waiting.length).toBeGreaterThan(0)
  const before = await hashRows({ adminUrl }, { tenantId: other.tenantId })
  const { files, settings } = app.services
  const file = join(await makeScratchFolder(), 'one.learnt')
  const say = () => {}
  await exportTenant({ adminUrl, files, tenantId: one.tenantId, file, withoutPasswords: false, say })
  const usual = { adminUrl, files, settings, file, keepSuperadmins: true, holdMails: true, say }
  await restoreTenant({ ...usual, as: 'a-copy', replace: null })
  await restoreTenant({ ...usual, replace: one.tenantId })
  await dangerouslyRemoveTenant(adminUrl, 'a-copy')
  expect(await hashRows({ adminUrl }, { tenantId: other.tenantId })).toEqual(before)
  expect((await givenTenant(app)).tenantId).not.toBe(other.tenantId)
}

/** Roles with too many rights are refused in words, and the statement in them mends it. */
async function refuseStrongOwners(server: OutsidePostgres, adminUrl: string): Promise<void> {
  const superuser = new URL(server.superuserUrl)
  superuser.pathname = '/learnt'
  await expect(migrate({ adminUrl: superuser.href })).rejects.toThrow(/superuser or has BYPASSRLS/)
  await ask(server.superuserUrl, 'alter role learnt_owner bypassrls')
  await expect(migrate({ adminUrl })).rejects.toThrow(/superuser or has BYPASSRLS/)
  await ask(server.superuserUrl, 'alter role learnt_owner nobypassrls')

  const { isNew } = (
    await ask(server.superuserUrl, `select current_setting('server_version_num')::int >= 160000 as "isNew"`)
  )[0] as {
    isNew: boolean
  }
  await ask(
    server.superuserUrl,
    isNew ? 'grant learnt_relay to learnt_owner with inherit true' : 'alter role learnt_owner inherit',
  )
  const error: Error = await migrate({ adminUrl }).then(
    () => new Error('It was not refused'),
    (refusal) => refusal,
  )
  expect(error.message).toMatch(/inherits learnt_relay/)
  for (const statement of error.message.split('As a superuser run: ')[1]?.split(';') ?? [])
    await ask(superuser.href, statement)
  expect(await migrate({ adminUrl })).toEqual([])
}
