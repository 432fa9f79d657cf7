import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findTenant } from '../src/features/tenants/queries.ts'
import { runCli } from '../src/operating/cli.ts'
import type { FileStore } from '../src/platform/files/store.ts'
import type { Ground } from '../src/start.ts'
import { ask } from '../test/connection.ts'
import { goodPassword } from '../test/given/browsers.ts'
import { givenInstallation } from '../test/given/installations.ts'
import { isProof } from '../test/proof.ts'
import { demoTenants } from './demo.ts'
import { listKnownAccounts } from './known-passwords.ts'
import { runSeed, seedDemoOnce } from './seed.ts'
import type { DemoTenantId } from './shapes.ts'

async function given() {
  const here = await givenInstallation()
  const ground: Ground = {
    services: here.app.services,
    databaseUrl: here.appUrl,
    adminUrl: here.adminUrl,
    migrated: [],
    stop: async () => {},
  }
  const { db } = ground.services
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  return {
    ground,
    db,
    lines,
    /** A real person, added by the command line. */
    async enter(tenantId: string): Promise<void> {
      const io = { out: say, error: say, input: async () => `${goodPassword}\n` }
      const who = ['--first-name', 'Real', '--last-name', 'Operator', '--email', 'ceo@real.example']
      expect(await runCli(['admin', 'create', ...who, '--tenant', tenantId], ground.services, io)).toBe(0)
    },
    start: (id: DemoTenantId, on: Pick<Ground, 'services'> = ground) =>
      seedDemoOnce(
        on,
        say,
        demoTenants.filter((one) => one.id === id),
      ),
    seed: (args: string[]) => runSeed(ground, args, say),
    peopleOf: async (tenantId: string) => Number((await findTenant(db, tenantId))?.people ?? -1),
    asOwner: (text: string) => ask(here.adminUrl, text),
  }
}

it('an organisation with the id of a demonstration tenant is neither filled nor removed', async () => {
  const { start, enter, seed, peopleOf, lines, asOwner } = await given()
  await enter('learnt')
  expect(await start('learnt')).toEqual([])
  expect(lines).toContain('learnt is not a demonstration and stays as it is.')
  // Nor when seeding had begun there: the person in it came from elsewhere.
  await asOwner(`update control.tenants set settings = settings || '{"isDemo": false}' where id = 'learnt'`)
  await start('learnt')
  expect(await peopleOf('learnt')).toBe(1)
  await asOwner(`update control.tenants set settings = settings - 'isDemo' where id = 'learnt'`)

  await expect(seed(['--people', '5'])).rejects.toThrow('learnt is not a demonstration')
  expect(await peopleOf('munro')).toBe(-1)
  await seed(['--remove'])
  expect(lines).toContain('Learnt: is not a demonstration and stays')
  await seed(['--remove', '--tenant', 'learnt'])
  expect(await peopleOf('learnt')).toBe(1)
  expect(await asOwner('select email from control.users')).toEqual([{ email: 'ceo@real.example' }])
})

it('names arguments that it does not understand, and does nothing', async () => {
  const { seed, peopleOf } = await given()
  await expect(seed(['--remov'])).rejects.toThrow('--remov')
  await expect(seed(['--people', 'many'])).rejects.toThrow('whole numbers')
  await expect(seed(['--remove', '--tenant', 'acme'])).rejects.toThrow('--tenant is one of learnt, munro, stellar.')
  expect(await peopleOf('learnt')).toBe(-1)
})

it.runIf(isProof)(
  'a killed seeding is gone on with, and goes again only by name once somebody else is in it',
  {
    timeout: 180_000,
  },
  async () => {
    const { ground, db, start, enter, seed, peopleOf, lines } = await given()
    const full = () => Promise.reject(new Error('killed'))
    const { services } = ground
    const files: FileStore = { ...services.files, put: full }
    await expect(start('stellar', { services: { ...services, files } })).rejects.toThrow('killed')
    expect(await peopleOf('stellar')).toBe(0)
    expect((await start('stellar')).at(-1)).toContain('stellar.example')
    expect(await peopleOf('stellar')).toBeGreaterThan(50)
    const known = await listKnownAccounts(db)
    expect(known.map(({ name }) => name)).toEqual(
      ['admin', 'learner', 'manager', 'superadmin'].map((role) => `${role}@stellar.example`),
    )
    const hashes = new Set<string>()
    for (const { userId } of known) {
      const { rows } = await db.control((tx) =>
        sql<{ passwordHash: string }>`select password_hash from control.account_of(${userId})`.execute(tx),
      )
      hashes.add(rows[0]?.passwordHash ?? '')
    }
    expect(hashes.size).toBe(1)

    await enter('stellar')
    await expect(seed(['--remove'])).rejects.toThrow(
      'Stellar Engineering: has people of your own (ceo@real.example) and stays. With them it is removed by: npm run seed -- --remove --tenant stellar',
    )
    expect(await peopleOf('stellar')).toBeGreaterThan(50)
    await seed(['--remove', '--tenant', 'stellar'])
    expect(await peopleOf('stellar')).toBe(-1)
    expect(lines.at(-1)).toBe('Stellar Engineering: removed')
  },
)
