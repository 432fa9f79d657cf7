import { api } from '@learnt/contract'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/db.ts'
import { type Browser, givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { mailsTo } from '../../../test/given/mails.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant, prove } from '../../../test/given/people.ts'

const app = await testApp()
const quiet = { settings: { explicitWording: false } }
let made = 0
const newAddress = () => `further${++made}-${Date.now().toString(36)}@example.test`

/** Somebody whose address is proved and who has just signed in with their password. */
async function givenOwner(tenant: GivenTenant, of: Parameters<typeof givenPerson>[2] = {}) {
  const person = await givenPerson(app, tenant, of)
  await Promise.all([givenPassword(app, person), prove(person)])
  return { person, browser: await signIn(tenant, person.email) }
}

async function signIn(tenant: GivenTenant, username: string, password = goodPassword): Promise<Browser> {
  const browser = givenBrowser(app)
  const answer = await browser.signIn({ username, password, team: tenant.teamId })
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  return browser
}

const add = (browser: Browser, email: string) => browser.send(api.accounts.addAddress, { body: { email } })
const confirm = (browser: Browser, code: string, password = '') =>
  browser.send(api.accounts.confirm, { params: { code }, body: { password } })

/** The newest mail to an address, and all kinds that went there. */
async function mailed(tenant: GivenTenant, address: string) {
  await app.settle()
  const mails = await mailsTo(app, tenant.tenantId, address)
  return { code: mails[0]?.code ?? '', text: mails[0]?.text ?? '', kinds: mails.map((one) => one.kind) }
}

async function addProved(tenant: GivenTenant, browser: Browser, email = newAddress()) {
  expect((await add(browser, email)).status).toBe(200)
  expect((await confirm(browser, (await mailed(tenant, email)).code)).status).toBe(200)
  return email
}

const enters = async (tenant: GivenTenant, username: string, password = goodPassword) =>
  (await givenBrowser(app).signIn({ username, password, team: tenant.teamId })).status === 200

async function resetBy(tenant: GivenTenant, email: string, password: string) {
  await givenBrowser(app).send(api.accounts.sendPasswordResetLink, { body: { email, team: tenant.teamId } })
  const { code } = await mailed(tenant, email)
  return givenBrowser(app).send(api.accounts.resetPassword, { params: { code }, body: { password } })
}

describe('further addresses', () => {
  it('open the account once their link was opened, set a new password, become that of the account, and go again', async () => {
    const tenant = await givenTenant(app, quiet)
    const { person, browser } = await givenOwner(tenant)
    const further = newAddress()
    const asked = await add(browser, ` ${further.toUpperCase()} `)
    expect(asked.body.items).toEqual([
      { email: person.email, state: 'primary' },
      { email: further, state: 'waiting' },
    ])
    // Not proved, it opens nothing: neither by the password nor by a link for another one.
    expect(await enters(tenant, further)).toBe(false)
    expect((await resetBy(tenant, further, 'Another-horse-43')).status).toBe(404)

    const { code } = await mailed(tenant, further)
    // The person who reads the mails there may not be the account's owner.
    const stranger = await confirm(givenBrowser(app), code, 'Wrong-horse-1')
    expect(stranger.problem?.errors?.[0]?.path).toBe('body.password')
    expect((await confirm(browser, code)).body).toMatchObject({ kind: 'addEmail', email: further })
    expect((await mailed(tenant, person.email)).kinds[0]).toBe('addressAdded')
    expect(await enters(tenant, further)).toBe(true)
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'accounts.addAddress' } })
    expect(log.body.items[0]).toMatchObject({ actorId: person.userId, subjectId: person.userId })

    expect((await resetBy(tenant, further, 'Another-horse-43')).status).toBe(200)
    const again = await signIn(tenant, further, 'Another-horse-43')
    const moved = await again.send(api.accounts.makePrimary, { body: { email: further } })
    expect(moved.body.items).toEqual([
      { email: further, state: 'primary' },
      { email: person.email, state: 'proved' },
    ])
    expect((await mailed(tenant, person.email)).kinds[0]).toBe('addressMoved')
    const member = await app.call(tenant.admin, api.members.get, { params: { userId: person.userId } })
    expect(member.body.email).toBe(further)

    expect((await again.send(api.accounts.removeAddress, { body: { email: further } })).status).toBe(404)
    const link = givenBrowser(app).send(api.accounts.sendPasswordResetLink, {
      body: { email: person.email, team: tenant.teamId },
    })
    await link
    const open = (await mailed(tenant, person.email)).code
    expect((await again.send(api.accounts.removeAddress, { body: { email: person.email } })).status).toBe(200)
    expect(await enters(tenant, person.email, 'Another-horse-43')).toBe(false)
    const late = await givenBrowser(app).send(api.accounts.resetPassword, {
      params: { code: open },
      body: { password: 'A-third-horse-44' },
    })
    expect(late.status).toBe(409)
  })

  it('are added by the owner alone, with a fresh proof: not by a token, an unwatched screen, or a chosen password', async () => {
    const tenant = await givenTenant(app, quiet)
    const { person, browser } = await givenOwner(tenant)
    app.clock.advance(10 * 60_000 + 1)
    for (const send of [api.accounts.addAddress, api.accounts.makePrimary, api.accounts.removeAddress])
      expect((await browser.send(send, { body: { email: newAddress() } })).problem?.code).toBe('proof-required')
    const fresh = await signIn(tenant, person.email)
    expect((await add(fresh, newAddress())).status).toBe(200)

    const unproved = await givenPerson(app, tenant)
    await givenPassword(app, unproved)
    const early = await add(await signIn(tenant, unproved.email), newAddress())
    expect([early.status, early.problem?.detail]).toEqual([409, 'Confirm your present address first.'])
    // An administrator who has chosen the password would keep a way in behind the owner's back.
    const chosen = await givenOwner(tenant)
    await asOwner((client) =>
      client.query('update control.credentials set set_in_tenant = $2 where user_id = $1', [
        chosen.person.userId,
        tenant.tenantId,
      ]),
    )
    const refused = await add(chosen.browser, newAddress())
    expect([refused.status, refused.problem?.code]).toEqual([409, 'wrong-state'])
  })

  it('of somebody else are refused without a word, and said only where the wording is explicit', async () => {
    const tenant = await givenTenant(app, quiet)
    const [{ browser }, other] = [await givenOwner(tenant), await givenOwner(tenant)]
    const further = await addProved(tenant, other.browser)
    for (const theirs of [other.person.email, further]) {
      const answer = await add(browser, theirs)
      const free = await add(browser, newAddress())
      expect([answer.status, answer.body.items.find((one) => one.email === theirs)?.state]).toEqual([200, 'waiting'])
      expect(free.status).toBe(200)
      const mail = await mailed(tenant, theirs)
      expect([mail.kinds[0], mail.code]).toEqual(['addressInUse', ''])
    }
    // Nor does anybody register with it, or is made with it: it is that person.
    const added = await app.call(tenant.admin, api.members.create, {
      body: { firstName: 'Some', lastName: 'Body', email: further },
    })
    expect(added.problem?.errors?.[0]).toMatchObject({ path: 'body.email', code: 'emailTaken' })

    const loud = await givenTenant(app, { settings: { explicitWording: true } })
    const [asks, has] = [await givenOwner(loud), await givenOwner(loud)]
    expect((await add(asks.browser, has.person.email)).problem?.errors?.[0]).toMatchObject({
      path: 'body.email',
      code: 'emailTaken',
    })
    expect((await add(asks.browser, asks.person.email)).problem?.errors?.[0]?.code).toBe('ownAddress')
  })

  it('belong to one person, even if several confirm them at the same moment', async () => {
    const tenant = await givenTenant(app, quiet)
    const people = await Promise.all([givenOwner(tenant), givenOwner(tenant)])
    const wanted = newAddress()
    const codes: string[] = []
    for (const { browser } of people) {
      await add(browser, wanted)
      codes.push((await mailed(tenant, wanted)).code)
    }
    const made = app.call(tenant.admin, api.members.create, {
      body: { firstName: 'Third', lastName: 'Person', email: wanted },
    })
    const answers = await Promise.all([...people.map(({ browser }, at) => confirm(browser, codes[at] ?? '')), made])
    expect(answers.filter((one) => one.status < 300)).toHaveLength(1)
    const { rows } = await asOwner((client) =>
      client.query('select id from control.users where email = $1 or additional_emails @> array[$1]', [wanted]),
    )
    expect(rows).toHaveLength(1)
  })

  it('go with what somebody added to an account whose address was another person’s', async () => {
    const tenant = await givenTenant(app, quiet)
    // Registered with an address that is the victim's; what was added is put there as an older version might have left it.
    const squatter = await givenPerson(app, tenant)
    await givenPassword(app, squatter)
    const added = newAddress()
    await asOwner((client) =>
      client.query('update control.users set additional_emails = array[$2] where id = $1', [squatter.userId, added]),
    )
    expect((await resetBy(tenant, squatter.email, 'Owners-horse-45')).status).toBe(200)
    expect(await enters(tenant, squatter.email, 'Owners-horse-45')).toBe(true)
    expect(await enters(tenant, added, 'Owners-horse-45')).toBe(false)
    expect((await resetBy(tenant, added, 'Squatters-horse-46')).status).toBe(404)
  })

  it('give somebody without an address their first one, in place of the placeholder', async () => {
    const tenant = await givenTenant(app, quiet)
    const created = await app.call(tenant.admin, api.members.create, {
      body: { firstName: 'No', lastName: 'Mail', username: `nomail${Date.now()}`, password: goodPassword },
    })
    const { userId, username, systemCreatedEmail } = created.body
    expect(systemCreatedEmail).toBe(`${userId}@no-mail.invalid`)
    expect((await mailed(tenant, systemCreatedEmail)).kinds).toEqual([])
    const browser = await signIn(tenant, username)
    const first = newAddress()
    expect((await add(browser, first)).body).toMatchObject({ systemCreatedEmail, can: { add: null } })
    expect((await add(browser, systemCreatedEmail)).problem?.errors?.[0]?.code).toBe('email')
    expect((await confirm(browser, (await mailed(tenant, first)).code)).status).toBe(200)
    expect((await browser.send(api.accounts.addresses)).body).toMatchObject({
      items: [{ email: first, state: 'primary' }],
      systemCreatedEmail: '',
    })
    const member = await app.call(tenant.admin, api.members.get, { params: { userId } })
    expect(member.body).toMatchObject({ email: first, systemCreatedEmail: '' })
  })

  it('are seen and removed by administrators of a person who belongs to them alone', async () => {
    const [tenant, elsewhere] = [await givenTenant(app, quiet), await givenTenant(app, quiet)]
    const { person, browser } = await givenOwner(tenant)
    const further = await addProved(tenant, browser)
    const see = (by: GivenPerson) => app.call(by, api.accounts.addressesOf, { params: { userId: person.userId } })
    const remove = (by: GivenPerson) =>
      givenBrowser(app, { token: by.token }).send(api.accounts.removeAddressOf, {
        params: { userId: person.userId },
        body: { email: further },
      })
    expect((await see(elsewhere.admin)).status).toBe(404)
    expect((await remove(elsewhere.admin)).status).toBe(404)
    expect((await see(tenant.admin)).body.items.map((one) => one.email)).toEqual([person.email, further])
    // Once another tenant has added it, the account belongs to no single tenant.
    const joined = await app.call(elsewhere.admin, api.members.create, {
      body: { firstName: 'Same', lastName: 'Person', email: further },
    })
    expect(joined.body.userId).toBe(person.userId)
    expect((await see(tenant.admin)).body).toMatchObject({ items: [], isShown: false })
    expect((await remove(tenant.admin)).status).toBe(403)
    expect(await enters(tenant, further)).toBe(true)
  })
})
