import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { givenPerson, givenTenant } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** A tenant whose HR feed tells people apart by this column. */
async function givenFeed(field: string | null, settings: Record<string, unknown> = {}) {
  const tenant = await givenTenant(app, { settings })
  const teamId = `${tenant.tenantId}-hr`
  const feedHeadings = [
    { title: 'Name', field: 'firstName', isUniqueAttribute: false },
    ...(field === null ? [] : [{ title: 'Number', field, isUniqueAttribute: true }]),
  ]
  await app.services.db.control((tx) =>
    sql`select control.put_team(${teamId}, ${tenant.tenantId}, ${JSON.stringify({ displayName: 'HR', feedHeadings })}::jsonb, ${app.clock.now()})`.execute(
      tx,
    ),
  )
  const enter = (username: string, password = goodPassword) =>
    givenBrowser(app).signIn({ username, password, team: tenant.teamId })
  return { tenant, enter }
}

it.each([
  ['employeeId', { employeeId: 'E-1042' }],
  ['phone', { phone: 'E-1042' }],
  ['custom1', { custom1: ['other', 'E-1042'] }],
])('the tenant’s unique attribute signs in: %s', async (field, fields) => {
  const { tenant, enter } = await givenFeed(field)
  const person = await givenPerson(app, tenant, fields)
  await givenPassword(app, person)
  expect((await enter('E-1042')).me?.userId).toBe(person.userId)
  expect((await enter(' E-1042 ')).me?.userId).toBe(person.userId)
  expect((await enter('E-1042', 'not-this-one')).problem?.errors?.[0]?.code).toBe('wrong')
  // Another tenant's people are not found by it.
  const foreign = await givenFeed(field)
  expect((await foreign.enter('E-1042')).status).toBe(422)
})

it('opens nobody’s account where two have the value, where the person is away, and by another column', async () => {
  const { tenant, enter } = await givenFeed('employeeId')
  for (const employeeId of ['twice', 'twice']) await givenPassword(app, await givenPerson(app, tenant, { employeeId }))
  await givenPassword(app, await givenPerson(app, tenant, { employeeId: 'away', status: 'inactive' }))
  await givenPassword(app, await givenPerson(app, tenant, { phone: 'by-phone' }))
  for (const typed of ['twice', 'away', 'by-phone']) expect((await enter(typed)).status, typed).toBe(422)
})

it('a user name or an address stands before it', async () => {
  const { tenant, enter } = await givenFeed('employeeId')
  const named = await givenPerson(app, tenant, { username: 'kimberly' })
  await givenPassword(app, named)
  await givenPassword(app, await givenPerson(app, tenant, { employeeId: 'kimberly' }))
  expect((await enter('kimberly')).me?.userId).toBe(named.userId)
})

it('says that no column is the unique one, where wording may be explicit; else as always', async () => {
  const words = async (field: string | null, explicitWording: boolean, typed: string) => {
    const { enter } = await givenFeed(field, { explicitWording })
    return (await enter(typed)).problem?.errors?.[0]
  }
  expect(await words(null, true, 'nobody')).toMatchObject({
    path: 'body.username',
    message: 'No unique attribute feed heading found',
  })
  const usual = { message: 'username or password is incorrect' }
  expect(await words('employeeId', true, 'nobody')).toMatchObject({ path: 'body.username', ...usual })
  expect(await words(null, true, 'nobody@example.test')).toMatchObject({ path: 'body.username', ...usual })
  expect(await words(null, false, 'nobody')).toMatchObject({ path: 'body.password', ...usual })
})

it('asks the same for a value that nobody has as for one that somebody has', async () => {
  const { tenant, enter } = await givenFeed('employeeId')
  await givenPassword(app, await givenPerson(app, tenant, { employeeId: 'known' }))
  const questions = async (typed: string) => {
    const heard: string[] = []
    const stop = app.services.db.observe((event) => heard.push(event.sql))
    await enter(typed, 'not-this-one')
    stop()
    return heard
  }
  await questions('warm-up')
  expect(await questions('nobody')).toEqual(await questions('known'))
})

it('administrators look people up by it; nobody else learns anything', async () => {
  const { tenant } = await givenFeed('employeeId')
  const person = await givenPerson(app, tenant, { employeeId: 'E-7' })
  const find = (who: { token: string | null }, property = 'uniqueAttribute') =>
    app.call(who, api.accounts.findUserTeamsByProperty, { body: { tenantId: tenant.tenantId, property, value: 'e-7' } })
  expect((await find(tenant.admin)).body.data.map((one) => one.userId)).toEqual([person.userId])
  for (const who of [person, { token: null }, (await givenTenant(app)).admin])
    expect((await find(who)).body).toEqual({ data: [] })
  const without = await givenFeed(null)
  const refused = await app.call(without.tenant.admin, api.accounts.findUserTeamsByProperty, {
    body: { tenantId: without.tenant.tenantId, property: 'uniqueAttribute', value: 'x' },
  })
  expect(refused.problem?.errors?.[0]).toMatchObject({
    path: 'body.property',
    message: 'No unique attribute feed heading found',
  })
})
