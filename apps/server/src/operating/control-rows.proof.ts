import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../test/connection.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../test/given/browsers.ts'
import { type GivenInstallation, givenInstallation, hashRows } from '../../test/given/installations.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../test/given/people.ts'
import { givenDomain, givenStoredProvider } from '../../test/given/providers.ts'
import { makeZip } from '../../test/given/zip.ts'
import { makeScratchFolder } from '../../test/scratch.ts'
import { makeResetLink } from '../features/accounts/commands/make-reset-link.ts'
import { BackupRefused } from '../platform/db/tables.ts'
import { newId } from '../platform/ids.ts'
import { type Json, readControlRows } from './control-rows.ts'
import { restoreTenant } from './restore-tenant.ts'
import { exportTenant, TenantArchive } from './tenant-archive.ts'

// Each test makes databases of its own.
vi.setConfig({ testTimeout: 60_000 })

/** An installation with another operator, who can write anything into a file. */
let there: GivenInstallation
let scratch: string
beforeAll(async () => {
  there = await givenInstallation()
  scratch = await makeScratchFolder()
})

let made = 0

async function exported(tenantId: string): Promise<string> {
  const file = join(scratch, `tenant-${++made}.learnt`)
  const { adminUrl, app } = there
  await exportTenant({ adminUrl, files: app.services.files, tenantId, file, withoutPasswords: false, say: () => {} })
  return file
}

/** The same file with other rows in one table of the control plane, and sums that are right. */
async function forged(file: string, name: string, change: (rows: readonly Json[]) => readonly Json[]): Promise<string> {
  const archive = await TenantArchive.open(file)
  const manifest = structuredClone(archive.manifest)
  const rows = change((await readControlRows(archive)).get(name) ?? [])
  const text = rows.map((row) => `${JSON.stringify(row).replaceAll('\\', '\\\\')}\n`).join('')
  const part = manifest.control.find((one) => one.name === name)
  const entries = []
  for (const one of [...manifest.control, ...manifest.tables, manifest.work]) {
    const data = one === part ? zstdCompressSync(text) : await buffer(await archive.read(one.file))
    const sha256 = createHash('sha256').update(data).digest('hex')
    Object.assign(one, { bytes: data.length, sha256 }, one === part ? { rows: rows.length } : {})
    entries.push({ name: one.file, data })
  }
  archive.close()
  const target = join(scratch, `forged-${++made}.learnt`)
  await writeFile(target, makeZip([...entries, { name: 'manifest.json', data: JSON.stringify(manifest) }]))
  return target
}

interface Here extends GivenInstallation {
  readonly home: GivenTenant
  /** Rules here. */
  readonly root: GivenPerson
}

async function givenHere(): Promise<Here> {
  const place = await givenInstallation()
  const home = await givenTenant(place.app)
  const root = await givenPerson(place.app, home, { email: `root-${newId()}@example.test`, roles: ['superadmin'] })
  await givenPassword(place.app, root)
  return { ...place, home, root }
}

function restore(place: GivenInstallation, file: string, of: Partial<Parameters<typeof restoreTenant>[0]> = {}) {
  const { settings, files } = place.app.services
  return restoreTenant({
    adminUrl: place.adminUrl,
    files,
    settings,
    file,
    replace: null,
    keepSuperadmins: false,
    holdMails: false,
    say: () => {},
    ...of,
  })
}

/** Those that the account opens. */
const tenantsOf = async (place: GivenInstallation, { userId }: Pick<GivenPerson, 'userId'>) =>
  (await ask<{ id: string }>(place.adminUrl, 'select tenant_id as id from control.list_memberships($1)', [userId])).map(
    ({ id }) => id,
  )

const prove = (place: GivenInstallation, { userId }: Pick<GivenPerson, 'userId'>) =>
  ask(place.adminUrl, 'update control.users set is_email_verified = true where id = $1', [userId])

describe('a file of a tenant has no say about others:', () => {
  it('a row that is not of its tenant is refused, and nothing is changed', async () => {
    const evil = await givenTenant(there.app)
    await givenStoredProvider(there.app, evil, evil.admin, 'Own')
    await givenPassword(there.app, await givenPerson(there.app, evil, { username: 'One' }))
    await makeResetLink(there.app.services, evil.admin.email)
    await givenDomain(there.app, evil.tenantId, `${evil.tenantId}.example`)
    await ask(there.adminUrl, 'insert into control.team_hosts values ($1, $2)', [`${evil.tenantId}.test`, evil.teamId])
    const file = await exported(evil.tenantId)
    const here = await givenHere()
    const before = await hashRows(here)
    const foreign = {
      tenant_id: here.home.tenantId,
      team_id: here.home.teamId,
      user_id: here.root.userId,
      provider_id: newId(),
    }
    const archive = await TenantArchive.open(file)
    const control = await readControlRows(archive)
    archive.close()
    const refused: string[] = []
    for (const [name, rows] of control)
      for (const [column, value] of Object.entries(foreign).filter(([one]) => one in (rows[0] ?? {}))) {
        const bad = await forged(file, name, ([row, ...rest]) => [{ ...row, [column]: value }, ...rest])
        const restored = restore(here, bad, { keepSuperadmins: true })
        await expect(restored, `${name}.${column}`).rejects.toThrow('that is not of the tenant')
        await expect(restored).rejects.toBeInstanceOf(BackupRefused)
        refused.push(`${name}.${column}`)
      }
    // Whatever of it points at a tenant, a team, a person or a provider.
    const pointing = await ask<{ name: string }>(
      there.adminUrl,
      `select c.relname || '.' || a.attname as name from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
       where k.contype = 'f' and c.relnamespace = 'control'::regnamespace and c.relname = any ($1)`,
      [[...control.keys()]],
    )
    expect(refused).toEqual(expect.arrayContaining(pointing.map(({ name }) => name)))

    const second = await forged(file, 'tenants', ([row]) => [row as Json, { ...row, id: 'stowaway' }])
    await expect(restore(here, second)).rejects.toThrow('is not that of the one tenant')
    expect(await hashRows(here)).toEqual(before)
    await expect(restore(here, file)).resolves.toBeTruthy()
  })

  it('it brings no link that sets the password of somebody who has an account here', async () => {
    for (const keepSuperadmins of [false, true]) {
      const evil = await givenTenant(there.app)
      const here = await givenHere()
      // In the other tenant, which they control, they use the address of the superadministrator here.
      await givenPerson(there.app, evil, { email: here.root.email })
      const link = await makeResetLink(there.app.services, here.root.email)
      const code = new URL(link?.address ?? '').searchParams.get('code') ?? ''
      await restore(here, await exported(evil.tenantId), { keepSuperadmins })
      const password = 'chosen by somebody else 1'
      const set = await givenBrowser(here.app).send(api.accounts.resetPassword, {
        params: { code },
        body: { password },
      })
      expect(set.problem?.status).toBeGreaterThanOrEqual(400)
      expect((await givenBrowser(here.app).signIn({ username: here.root.email, password })).status).not.toBe(200)
    }
  })

  it('of links it brings those of newcomers alone, and those only where the operator trusts it', async () => {
    const evil = await givenTenant(there.app)
    const here = await givenHere()
    const newcomer = await givenPerson(there.app, evil)
    await makeResetLink(there.app.services, newcomer.email)
    const register = (knownUserId: string | null) => ({
      id: newId(),
      code_hash: null,
      kind: 'register',
      user_id: null,
      email: 'who@example.test',
      details: { knownUserId },
    })
    const links = [register(null), register(newcomer.userId), register(here.root.userId)]
    const file = await forged(await exported(evil.tenantId), 'account_links', ([row]) => [
      row as Json,
      ...links.map((link) => ({ ...row, ...link, expires_at: '2100-01-01T00:00:00Z' })),
    ])
    const { notes } = await restore(here, file)
    expect(notes).toContainEqual(expect.stringMatching(/^\d links of mails do not open here/))
    expect(await ask(here.adminUrl, 'select 1 from control.account_links')).toEqual([])
    const trusting = await givenHere()
    const third = await forged(file, 'account_links', (rows) =>
      rows.map((row) => (row.id === links[2]?.id ? { ...row, details: { knownUserId: trusting.root.userId } } : row)),
    )
    await restore(trusting, third, { keepSuperadmins: true })
    const kept = await ask<{ id: string }>(
      trusting.adminUrl,
      `select id from control.account_links where kind = 'register'`,
    )
    expect(kept.map(({ id }) => id).sort()).toEqual([links[0]?.id, links[1]?.id].sort())
  })

  it('no provider of it leads to somebody who has an account here, by an identity or by a domain', async () => {
    const evil = await givenTenant(there.app)
    const here = await givenHere()
    const alias = await givenPerson(there.app, evil, { email: here.root.email })
    const newcomer = await givenPerson(there.app, evil)
    const { providerId } = await givenStoredProvider(there.app, evil, alias, 'Evil')
    await there.app.services.db.control((tx) =>
      sql`select control.link_identity(${newId()}, ${providerId}, 'theirs', ${newcomer.userId}, '', now())`.execute(tx),
    )
    await givenDomain(there.app, evil.tenantId, 'example.test')
    const { notes } = await restore(here, await exported(evil.tenantId))
    expect(await ask(here.adminUrl, 'select user_id from control.identities')).toEqual([{ user_id: newcomer.userId }])
    expect(await ask(here.adminUrl, 'select domain, verified_at from control.tenant_domains')).toEqual([
      { domain: 'example.test', verified_at: null },
    ])
    expect(notes).toEqual(
      expect.arrayContaining([
        expect.stringContaining('1 links to sign-in providers'),
        expect.stringContaining('The domain example.test is not verified here yet'),
      ]),
    )
  })

  it('what the account of somebody here opens, and whose it is, stays', async () => {
    const evil = await givenTenant(there.app)
    const here = await givenHere()
    const known = await givenPerson(here.app, here.home)
    await givenPassword(here.app, known)
    await givenPerson(there.app, evil, { userId: known.userId, email: known.email })
    const invited = await givenPerson(here.app, here.home)
    await givenPerson(there.app, evil, { userId: invited.userId, email: invited.email })
    await ask(
      there.adminUrl,
      `update control.directory set self_registered = true, last_used_at = now(), created_at = '1970-01-01'`,
    )
    await restore(here, await exported(evil.tenantId))
    const ofEvil = 'select self_registered, last_used_at from control.directory where user_id = $1 and tenant_id = $2'
    expect(await ask(here.adminUrl, ofEvil, [known.userId, evil.tenantId])).toEqual([
      { self_registered: false, last_used_at: null },
    ])
    expect(await tenantsOf(here, invited)).toEqual([])
    const signIn = { username: known.email, password: goodPassword, team: here.home.teamId }
    expect((await givenBrowser(here.app).signIn(signIn)).me?.tenantId).toBe(here.home.tenantId)
  })
})

describe('newcomers of a file', () => {
  it('can sign in to their tenant, all of it, and to nothing that others give to the address', async () => {
    const tenant = await givenTenant(there.app)
    const mallory = await givenPerson(there.app, tenant, { email: `victim-${newId()}@example.test` })
    const team = await givenTeam(there.app, tenant)
    await givenPerson(there.app, tenant, { userId: mallory.userId, email: mallory.email, teamId: team })
    await givenPassword(there.app, mallory)
    await prove(there, mallory)
    await ask(
      there.adminUrl,
      `update control.directory set self_registered = true where user_id = $1 and team_id = $2`,
      [mallory.userId, tenant.teamId],
    )
    await ask(there.adminUrl, `update control.users set additional_emails = '{more@example.test}' where id = $1`, [
      mallory.userId,
    ])
    const file = await exported(tenant.tenantId)
    const here = await givenHere()
    await restore(here, file)
    // Later, the address's owner is made somebody here.
    await givenPerson(here.app, here.home, { userId: mallory.userId, email: mallory.email })
    const browser = givenBrowser(here.app)
    expect((await browser.signIn({ username: mallory.email, password: goodPassword })).status).toBe(200)
    const open = async () =>
      (await browser.send(api.session.teams)).body.teams.map((one) => one.membershipId.split(':')[1]).sort()
    expect(await open()).toEqual([tenant.teamId, team].sort())
    expect(
      await ask(
        here.adminUrl,
        'select is_email_verified, was_proved, additional_emails from control.users where id = $1',
        [mallory.userId],
      ),
    ).toEqual([{ is_email_verified: false, was_proved: false, additional_emails: [] }])
    // After setting a password by mail from here, the account is theirs like any other.
    await prove(here, mallory)
    expect(await open()).toEqual([tenant.teamId, team].sort())
    await ask(here.adminUrl, 'update control.credentials set set_in_tenant = null where user_id = $1', [mallory.userId])
    expect(await open()).toEqual([here.home.teamId, tenant.teamId, team].sort())
  })

  it('are as the file says where the operator trusts it', async () => {
    const tenant = await givenTenant(there.app)
    const person = await givenPerson(there.app, tenant)
    await givenPassword(there.app, person)
    await prove(there, person)
    await ask(there.adminUrl, 'update control.credentials set set_in_tenant = $2 where user_id = $1', [
      person.userId,
      tenant.tenantId,
    ])
    await givenStoredProvider(there.app, tenant, person, 'Own')
    await givenDomain(there.app, tenant.tenantId, `${tenant.tenantId}.example`)
    const here = await givenHere()
    const { notes } = await restore(here, await exported(tenant.tenantId), { keepSuperadmins: true, as: 'moved' })
    expect(notes).toEqual([])
    expect(
      await ask(
        here.adminUrl,
        `select u.is_email_verified, c.set_in_tenant, d.verified_at is not null as is_verified
         from control.users u join control.credentials c on c.user_id = u.id, control.tenant_domains d where u.id = $1`,
        [person.userId],
      ),
    ).toEqual([{ is_email_verified: true, set_in_tenant: 'moved', is_verified: true }])
  })

  it('without a password open nothing that others give to the address, and get none that another tenant chose', async () => {
    const tenant = await givenTenant(there.app)
    const byProvider = await givenPerson(there.app, tenant)
    await givenStoredProvider(there.app, tenant, byProvider, 'Own')
    const chosenElsewhere = await givenPerson(there.app, tenant)
    await givenPassword(there.app, chosenElsewhere)
    await ask(there.adminUrl, `update control.credentials set set_in_tenant = 'elsewhere' where user_id = $1`, [
      chosenElsewhere.userId,
    ])
    const here = await givenHere()
    await restore(here, await exported(tenant.tenantId))
    await givenPerson(here.app, here.home, { userId: byProvider.userId, email: byProvider.email })
    expect(await tenantsOf(here, byProvider)).toEqual([])
    expect(
      await ask(here.adminUrl, 'select 1 from control.credentials where user_id = $1', [chosenElsewhere.userId]),
    ).toEqual([])
  })

  it('of a tenant that replaces itself: what was shown and used here stays so', async () => {
    const tenant = await givenTenant(there.app)
    const person = await givenPerson(there.app, tenant)
    await givenPassword(there.app, person)
    await prove(there, person)
    await givenDomain(there.app, tenant.tenantId, `${tenant.tenantId}.example`)
    await givenBrowser(there.app).signIn({ username: person.email, password: goodPassword })
    const state = () =>
      ask(
        there.adminUrl,
        `select u.is_email_verified, d.last_used_at, d.created_at, d.self_registered, n.verified_at, c.set_in_tenant
         from control.users u join control.directory d on d.user_id = u.id join control.credentials c on c.user_id = u.id
         join control.tenant_domains n on n.tenant_id = d.tenant_id where u.id = $1`,
        [person.userId],
      )
    const before = await state()
    expect(before).toMatchObject([{ is_email_verified: true, last_used_at: expect.any(Date) }])
    await restore(there, await exported(tenant.tenantId), { replace: tenant.tenantId })
    expect(await state()).toEqual(before)
  })
})
