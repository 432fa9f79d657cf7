import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { features } from '../src/app.ts'
import { readSettings } from '../src/platform/env.ts'
import { buildServer } from '../src/platform/http/server.ts'
import { hashPassword } from '../src/platform/session/password.ts'
import { startServer } from '../src/serve.ts'
import { givenBrowser } from '../test/given/browsers.ts'
import { givenInstallation } from '../test/given/installations.ts'
import { givenPerson, givenTenant } from '../test/given/people.ts'
import { demoPassword, refuseKnownPasswords } from './known-passwords.ts'
import { runSeed } from './seed.ts'
import { userIdOf } from './seed-people.ts'

it('an installation that others can reach does not start with the known password and a command replaces it', async () => {
  const here = await givenInstallation()
  const { app } = here
  const tenant = await givenTenant(app)
  // As seeded on this machine: one account whose address was changed, and one that had the address before.
  const changed = await givenPerson(app, tenant, { userId: userIdOf('admin@munro.example'), email: 'me@example.test' })
  const root = await givenPerson(app, tenant, { email: 'superadmin@learnt.example', roles: ['superadmin'] })
  const hash = await hashPassword(demoPassword)
  await app.services.db.control(async (tx) => {
    for (const { userId } of [changed, root])
      await sql`select control.set_password(${userId}, ${hash}, ${app.clock.now()})`.execute(tx)
  })
  const before = givenBrowser(app)
  const known = { username: root.email, password: demoPassword, team: tenant.teamId }
  expect((await before.signIn(known)).status).toBe(200)

  const settings = {
    ...readSettings({ PUBLIC_URL: 'https://learn.real.example', CONTENT_URL: 'https://content-real.example' }),
    dataDir: here.dataDir,
  }
  const services = { ...app.services, settings }
  let stopped = 0
  const ground = {
    services,
    databaseUrl: here.appUrl,
    adminUrl: here.adminUrl,
    migrated: [],
    stop: async () => void stopped++,
  }
  await expect(startServer(ground, { say: () => {}, tell: () => {}, launcher: {} as never })).rejects.toThrow(
    /me@example\.test and 1 more\.\n.*npm run seed -- --new-passwords/,
  )
  expect(stopped).toBe(1)

  const lines: string[] = []
  await runSeed(ground, ['--new-passwords'], (line) => void lines.push(line))
  expect(lines.map((line) => line.trim().split(/ +/)[0])).toEqual(['Accounts', 'me@example.test', root.email])
  await refuseKnownPasswords(ground)
  expect(stopped).toBe(1)
  expect((await before.send(api.learning.courses)).status).toBe(401)

  const server = buildServer(services, features.routes)
  await server.ready()
  const browser = givenBrowser({ ...app, services, server })
  expect((await browser.signIn(known)).status).toBe(422)
  const password = lines.at(-1)?.split(' ').at(-1) ?? ''
  expect((await browser.signIn({ ...known, password })).me?.roles).toEqual(['superadmin'])
  await server.close()

  await runSeed(ground, ['--new-passwords'], (line) => void lines.push(line))
  expect(lines.at(-1)).toBe('No account has the known password of the demonstration.')
})
