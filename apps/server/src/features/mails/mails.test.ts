import { api } from '@learnt/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, statementsOf } from '../../../test/db.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import type { Services } from '../../platform/context.ts'
import { json } from '../../platform/db/database.ts'
import { type MailDraft, queueMail } from '../../platform/mail/queue-mail.ts'
import { sendQueuedMail } from '../../platform/mail/send-mail.ts'
import { systemContext } from '../../platform/system-context.ts'

/** What the mail server of these tests does next, and what reached it. */
const server = {
  received: [] as { to: string[]; raw: string }[],
  answer: null as null | { code: number; text: string },
  at: 'rcpt' as 'rcpt' | 'data',
  hangUp: false,
}
let smtp: SMTPServer
let app: TestApp
let services: Services

beforeAll(async () => {
  app = await testApp()
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address: unknown, _session: unknown, done: (error?: Error | null) => void) {
      done(
        server.answer && server.at === 'rcpt'
          ? Object.assign(new Error(server.answer.text), { responseCode: server.answer.code })
          : null,
      )
    },
    onData(
      stream: NodeJS.ReadableStream,
      session: { envelope: { rcptTo: { address: string }[] }; id: string },
      done: (error?: Error | null) => void,
    ) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        server.received.push({
          to: session.envelope.rcptTo.map((one) => one.address),
          raw: Buffer.concat(chunks).toString(),
        })
        if (server.hangUp)
          for (const connection of smtp.connections)
            (connection as unknown as { _socket: { destroy(): void } })._socket.destroy()
        else
          done(
            server.answer && server.at === 'data'
              ? Object.assign(new Error(server.answer.text), { responseCode: server.answer.code })
              : null,
          )
      })
    },
  })
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as { port: number }
  services = {
    ...app.services,
    settings: {
      ...app.services.settings,
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: 'Learnt <no-reply@learnt.example>',
    },
  }
})
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
beforeEach(() => {
  Object.assign(server, { received: [], answer: null, at: 'rcpt', hangUp: false })
})

const welcome = (person: Pick<GivenPerson, 'email' | 'userId' | 'teamId'>): MailDraft => ({
  kind: 'welcome',
  to: person.email,
  userId: person.userId,
  teamId: person.teamId,
  values: { name: 'Pat', email: person.email },
  path: '/login',
})

async function queue(tenant: GivenTenant, draft: MailDraft): Promise<string> {
  const ctx = systemContext(app.services, tenant.tenantId, { requestId: 'test' })
  const id = await ctx.write((tx) => queueMail(ctx, tx, draft))
  // The outbox is settled by hand here, on the services that have a mail server.
  await ctx.write((tx) => tx.deleteFrom('outbox').where('task', '=', 'mails.send').execute())
  return id
}

const rowOf = (tenant: GivenTenant, id: string) =>
  app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const waitingTasks = (tenant: GivenTenant) =>
  app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('outbox').select(['payload', 'runAt']).where('task', '=', 'mails.send').execute())

describe('without a mail server', () => {
  it('keeps mails to be read by administrators', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const ctx = systemContext(app.services, tenant.tenantId, { requestId: 'test' })
    await ctx.write((tx) => queueMail(ctx, tx, welcome(person)))
    await app.settle()
    const { body } = await app.call(tenant.admin, api.mails.list)
    expect(body.items).toEqual([
      expect.objectContaining({
        to: person.email,
        state: 'kept',
        reason: 'There is no mail server yet. Read the email here.',
        sentAt: null,
      }),
    ])
    expect(body.items[0]?.text).toContain('Hello Pat,\n\nYou now have an account')
    expect(body.items[0]?.text).toContain('Sign in: http://localhost:3000/login')
  })

  it('shows them to administrators of the tenant, in pages, and to nobody else', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const [inNorth, elsewhere] = [await givenPerson(app, tenant, { teamId: north }), await givenPerson(app, tenant)]
    for (const one of [inNorth, elsewhere]) {
      app.clock.advance(1000)
      await queue(tenant, welcome(one))
    }
    const first = await app.call(tenant.admin, api.mails.list, { query: { limit: 1 } })
    expect(first.body).toMatchObject({ total: 2, items: [{ to: elsewhere.email }] })
    expect(
      (await app.call(tenant.admin, api.mails.list, { query: { limit: 1, cursor: first.body.next ?? '' } })).body,
    ).toMatchObject({ items: [{ to: inNorth.email }], next: null })
    expect(
      (await app.call(tenant.admin, api.mails.list, { query: { search: inNorth.email.toUpperCase() } })).body.total,
    ).toBe(1)
    expect((await app.call(northAdmin, api.mails.list)).body.items.map((one) => one.to)).toEqual([inNorth.email])
    expect((await app.call((await givenTenant(app)).admin, api.mails.list)).body.total).toBe(0)
    expect((await app.call(inNorth, api.mails.list)).status).toBe(403)
    expect((await app.call(stranger, api.mails.list)).status).toBe(401)
  })

  it('shows none of somebody’s other mails to a team’s administrator who adds them', async () => {
    const tenant = await givenTenant(app)
    const [north, south] = [await givenTeam(app, tenant), await givenTeam(app, tenant)]
    const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const people = [
      await givenPerson(app, tenant, { roles: ['superadmin'] }),
      tenant.admin,
      await givenPerson(app, tenant, { teamId: south }),
    ]
    for (const person of people) await queue(tenant, { ...welcome(person), kind: 'passwordChanged' })
    const seen = async (search?: string) => {
      const { body } = await app.call(northAdmin, api.mails.list, { query: search ? { search } : {} })
      expect(body.total).toBe(body.items.length)
      return body.items.map((one) => `${one.kind} ${one.to}`)
    }
    for (const { email } of people) {
      const body = { email, firstName: 'Any', lastName: 'Body' }
      expect((await app.call(northAdmin, api.members.create, { body })).status).toBe(201)
      await app.settle()
      expect(await seen(email)).toEqual([`invitation ${email}`])
    }
    expect(await seen()).toHaveLength(people.length)
    const all = await app.call(tenant.admin, api.mails.list)
    expect(all.body.items.filter((one) => one.kind === 'passwordChanged')).toHaveLength(people.length)
    // Mails from before mails had teams also show those to the team's own people.
    const inNorth = await givenPerson(app, tenant, { teamId: north })
    const before = await queue(tenant, welcome(inNorth))
    expect(await seen(inNorth.email)).toHaveLength(1)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => tx.updateTable('mails').set({ teamId: null }).where('id', '=', before).execute())
    expect(await seen(inNorth.email)).toEqual([])
    const events = await statementsOf(app.services.db, async () => void (await app.call(northAdmin, api.mails.list)))
    expect(events).toHaveLength(3)
  })
})

describe('with a mail server', () => {
  it('names the page where its kind can be switched off, and an address only where there is one', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const header = async (draft: Partial<MailDraft>, mailUnsubscribe?: string) => {
      server.received.length = 0
      const id = await queue(tenant, { ...welcome(person), ...draft })
      await sendQueuedMail({ ...services, settings: { ...services.settings, mailUnsubscribe } }, tenant.tenantId, id)
      expect(server.received).toHaveLength(1)
      return /^List-Unsubscribe: (.*(?:\r\n\s.*)*)/im.exec(server.received[0]?.raw ?? '')?.[1]?.replace(/\s+/g, ' ')
    }
    const page = '<http://localhost:3000/pages/profile>'
    expect(await header({ about: 'badges' })).toBe(page)
    expect(await header({ about: 'certificates' }, 'off@learnt.example')).toBe(
      `${page}, <mailto:off@learnt.example?subject=unsubscribe>`,
    )
    // Nobody can do without these.
    expect(await header({}, 'off@learnt.example')).toBeUndefined()
    expect(await header({ userId: null, about: 'badges' }, 'off@learnt.example')).toBeUndefined()
  })

  it('sends an entry for each date of a mail as a part of its own', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const entry = (uid: string) => `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
    const partsOf = async (uids: string[]) => {
      server.received = []
      const calendar = { method: 'request' as const, text: uids.map(entry).join('') }
      await sendQueuedMail(services, tenant.tenantId, await queue(tenant, { ...welcome(person), calendar }))
      const raw = server.received[0]?.raw ?? ''
      return [...raw.matchAll(/filename=(event[^\s;]*)/g)].map((one) => one[1]).toSorted()
    }
    expect(await partsOf(['a'])).toEqual(['event.ics'])
    expect(await partsOf(['a', 'b', 'c'])).toEqual(['event-2.ics', 'event-3.ics', 'event.ics'])
  })

  it('sends text and HTML once, in the recipient’s language, with the team’s look, everything escaped', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { preferences: json({ locale: 'ar' }) })
    await asOwner((client) =>
      client.query(
        `update control.teams set display_name = 'A & <b>B</b>', theme = '{"primaryColor": "#ffcc00", "iconLogo": "/logo.png"}', support_email = 'help@acme.example' where id = $1`,
        [tenant.teamId],
      ),
    )
    const id = await queue(tenant, {
      ...welcome(person),
      values: { name: '<script>alert(1)</script>\r\nBcc: all@example.test', email: person.email },
    })
    await sendQueuedMail(services, tenant.tenantId, id)
    await sendQueuedMail(services, tenant.tenantId, id)
    expect(server.received).toHaveLength(1)
    expect(server.received[0]?.to).toEqual([person.email])
    const raw = server.received[0]?.raw ?? ''
    expect(raw).toContain(`Message-ID: <${id}@localhost>`)
    expect(raw).toContain('Auto-Submitted: auto-generated')
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
    const row = await rowOf(tenant, id)
    expect(row).toMatchObject({ state: 'sent', attempts: 1, reason: '', sentAt: app.clock.now(), sendingSince: null })
    expect(row.subject).toBe('مرحبًا بك في A & <b>B</b>')
    expect(row.textBody).toContain('help@acme.example')
    expect(row.htmlBody).toContain('<html lang="ar" dir="rtl">')
    expect(row.htmlBody).toContain('A &#38; &#60;b&#62;B&#60;/b&#62;')
    expect(row.htmlBody).not.toContain('<script')
    // A light colour gets dark letters.
    expect(row.htmlBody).toContain('background:#ffcc00;color:#000000')
    expect(row.htmlBody).toContain('src="http://localhost:3000/logo.png"')
  })

  it('writes German, and the team’s language to people who chose none', async () => {
    const tenant = await givenTenant(app)
    const chosen = await givenPerson(app, tenant, { preferences: json({ locale: 'de' }) })
    const german = await rowOf(tenant, await queue(tenant, welcome(chosen)))
    expect(german.subject).toMatch(/^Willkommen bei /)
    expect(german.textBody).toContain('Melden Sie sich mit Ihrer E-Mail-Adresse an:')
    expect(german.htmlBody).toContain('<html lang="de" dir="ltr">')

    const undecided = await givenPerson(app, tenant)
    expect((await rowOf(tenant, await queue(tenant, welcome(undecided)))).subject).toMatch(/^Welcome to /)
    await asOwner((client) =>
      client.query(`update control.tenants set settings = settings || '{"defaultLocale": "de"}' where id = $1`, [
        tenant.tenantId,
      ]),
    )
    expect((await rowOf(tenant, await queue(tenant, welcome(undecided)))).subject).toMatch(/^Willkommen bei /)
    // The team's own before the tenant's.
    await asOwner((client) => client.query(`update control.teams set language = 'ar' where id = $1`, [tenant.teamId]))
    const arabic = await rowOf(tenant, await queue(tenant, welcome(undecided)))
    expect(arabic.htmlBody).toContain('<html lang="ar" dir="rtl">')
  })

  it('lets no name become a header', async () => {
    const tenant = await givenTenant(app)
    const id = await queue(tenant, {
      ...welcome(tenant.admin),
      kind: 'administrator',
      values: { name: 'Pat', tenant: 'Acme\r\nBcc: all@example.test' },
    })
    await sendQueuedMail(services, tenant.tenantId, id)
    expect((await rowOf(tenant, id)).subject).toBe('You are now administrator of Acme Bcc: all@example.test on Learnt')
    expect(server.received[0]?.to).toEqual([tenant.admin.email])
    expect(server.received[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
  })

  it('never writes to a person without an address', async () => {
    const tenant = await givenTenant(app)
    for (const email of ['', '019a0000-0000-7000-8000-000000000001@no-mail.invalid', 'not an address']) {
      const id = await queue(tenant, { ...welcome({ ...tenant.admin, email }), to: email })
      await sendQueuedMail(services, tenant.tenantId, id)
      expect(await rowOf(tenant, id)).toMatchObject({ state: 'suppressed', reason: 'noAddress' })
    }
    expect(server.received).toEqual([])
    expect((await app.call(tenant.admin, api.mails.list)).body.items[0]?.reason).toBe(
      'This person has no email address.',
    )
  })

  it('tries again later when it is put off, longer each time, and gives up at last', async () => {
    const tenant = await givenTenant(app)
    const id = await queue(tenant, welcome(tenant.admin))
    server.answer = { code: 451, text: 'Greylisted, come back' }
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      await sendQueuedMail(services, tenant.tenantId, id)
      const [next] = await waitingTasks(tenant)
      if (!next) break
      expect(await rowOf(tenant, id)).toMatchObject({ state: 'waiting', reason: 'later', attempts: i + 1 })
      waits.push((next.runAt.getTime() - app.clock.now().getTime()) / 60_000)
      app.clock.set(next.runAt)
      await app.services.db.tenant(tenant.tenantId).write((tx) => tx.deleteFrom('outbox').execute())
    }
    expect(waits).toEqual([1, 5, 15, 60, 180, 360, 720])
    const admin = await givenPerson(app, tenant, { roles: ['admin'] })
    expect((await app.call(admin, api.mails.list)).body.items[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/asked to try later.* 451 Greylisted, come back$/),
    })
    server.answer = null
    await sendQueuedMail(services, tenant.tenantId, id)
    expect(server.received).toEqual([])
  })

  it('arrives at the second attempt, once', async () => {
    const tenant = await givenTenant(app)
    const id = await queue(tenant, welcome(tenant.admin))
    Object.assign(server, { answer: { code: 452, text: 'Too busy' }, at: 'data' })
    await sendQueuedMail(services, tenant.tenantId, id)
    expect((await rowOf(tenant, id)).state).toBe('waiting')
    Object.assign(server, { answer: null, received: [] })
    await sendQueuedMail(services, tenant.tenantId, id)
    expect(await rowOf(tenant, id)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(server.received).toHaveLength(1)
  })

  it('does not try again what was refused for good', async () => {
    const tenant = await givenTenant(app)
    const id = await queue(tenant, welcome(tenant.admin))
    server.answer = { code: 550, text: 'No such user here' }
    await sendQueuedMail(services, tenant.tenantId, id)
    expect(await rowOf(tenant, id)).toMatchObject({
      state: 'failed',
      reason: 'refused',
      reasonDetail: '550 No such user here',
    })
    expect(await waitingTasks(tenant)).toEqual([])
  })

  it('does not send a second time when the connection breaks before the answer', async () => {
    const tenant = await givenTenant(app)
    const id = await queue(tenant, welcome(tenant.admin))
    server.hangUp = true
    await sendQueuedMail(services, tenant.tenantId, id)
    expect(server.received).toHaveLength(1)
    expect(await rowOf(tenant, id)).toMatchObject({ state: 'failed', reason: 'unclear' })
    expect(await waitingTasks(tenant)).toEqual([])
    server.hangUp = false
    await sendQueuedMail(services, tenant.tenantId, id)
    expect(server.received).toHaveLength(1)
  })

  it('does not send a second time what a killed process may have sent', async () => {
    const tenant = await givenTenant(app)
    const id = await queue(tenant, welcome(tenant.admin))
    const tenantDb = app.services.db.tenant(tenant.tenantId)
    await tenantDb.write((tx) =>
      tx.updateTable('mails').set({ sendingSince: app.clock.now(), attempts: 1 }).where('id', '=', id).execute(),
    )
    await sendQueuedMail(services, tenant.tenantId, id)
    // It may still be at it: look again later.
    expect((await rowOf(tenant, id)).state).toBe('waiting')
    const [again] = await waitingTasks(tenant)
    app.clock.set(again?.runAt ?? '')
    await sendQueuedMail(services, tenant.tenantId, id)
    expect(await rowOf(tenant, id)).toMatchObject({ state: 'failed', reason: 'unclear' })
    expect(server.received).toEqual([])
  })

  it('waits for a server that cannot be reached', async () => {
    const tenant = await givenTenant(app)
    const id = await queue(tenant, welcome(tenant.admin))
    await sendQueuedMail(
      { ...services, settings: { ...services.settings, smtpUrl: 'smtp://127.0.0.1:1' } },
      tenant.tenantId,
      id,
    )
    expect(await rowOf(tenant, id)).toMatchObject({ state: 'waiting', reason: 'unreachable' })
    expect(await waitingTasks(tenant)).toHaveLength(1)
  })

  it('is sent once by two workers at the same moment', async () => {
    const tenant = await givenTenant(app)
    const id = await queue(tenant, welcome(tenant.admin))
    await Promise.all([sendQueuedMail(services, tenant.tenantId, id), sendQueuedMail(services, tenant.tenantId, id)])
    expect(server.received).toHaveLength(1)
    expect((await rowOf(tenant, id)).state).toBe('sent')
  })
})

describe('of a tenant that is closed', () => {
  async function given() {
    const [home, tenant] = [await givenTenant(app), await givenTenant(app)]
    const root = await givenPerson(app, home, { roles: ['superadmin'] })
    const of = { params: { tenantId: tenant.tenantId } }
    const name = (await app.call(root, api.tenants.get, of)).body.name
    return {
      tenant,
      suspend: () => app.call(root, api.tenants.suspend, { ...of, body: { reason: '' } }),
      resume: () => app.call(root, api.tenants.resume, of),
      remove: () => app.call(root, api.tenants.remove, { ...of, body: { name } }),
      restore: () => app.call(root, api.tenants.restore, of),
    }
  }
  /** As the worker does with what the outbox has for it. */
  async function work(tenant: GivenTenant) {
    const tasks = await waitingTasks(tenant)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => tx.deleteFrom('outbox').where('task', '=', 'mails.send').execute())
    for (const { payload } of tasks)
      await sendQueuedMail(services, tenant.tenantId, (payload as { mailId: string }).mailId)
  }

  it('are held while it is suspended, and go out once when it is open again', async () => {
    const { tenant, suspend, resume } = await given()
    const before = await queue(tenant, welcome(tenant.admin))
    expect((await suspend()).status).toBe(200)
    const during = await queue(tenant, welcome(tenant.admin))
    for (const id of [before, during, before]) await sendQueuedMail(services, tenant.tenantId, id)
    expect(server.received).toEqual([])
    expect(await rowOf(tenant, before)).toMatchObject({ state: 'waiting', reason: 'tenantSuspended', attempts: 0 })
    expect(await waitingTasks(tenant)).toEqual([])
    expect((await resume()).status).toBe(200)
    await work(tenant)
    expect(server.received).toHaveLength(2)
    for (const id of [before, during]) expect(await rowOf(tenant, id)).toMatchObject({ state: 'sent', reason: '' })
    // The control: an open tenant's mail goes at once.
    await sendQueuedMail(services, tenant.tenantId, await queue(tenant, welcome(tenant.admin)))
    expect(server.received).toHaveLength(3)
  })

  it('held in the moment in which it is opened again are not forgotten', async () => {
    const { tenant, suspend, resume } = await given()
    const id = await queue(tenant, welcome(tenant.admin))
    await suspend()
    await Promise.all([resume(), sendQueuedMail(services, tenant.tenantId, id)])
    await work(tenant)
    expect(server.received).toHaveLength(1)
  })

  it('are looked at again when their sender stopped half-way before', async () => {
    const { tenant, suspend, resume } = await given()
    const id = await queue(tenant, welcome(tenant.admin))
    await suspend()
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => tx.updateTable('mails').set({ sendingSince: app.clock.now() }).where('id', '=', id).execute())
    await sendQueuedMail(services, tenant.tenantId, id)
    await resume()
    app.clock.advance(11 * 60_000)
    await work(tenant)
    expect(await rowOf(tenant, id)).toMatchObject({ state: 'failed', reason: 'unclear' })
    expect(server.received).toEqual([])
  })

  it('are dropped when it is deleted, and stay so when it is restored', async () => {
    const { tenant, suspend, resume, remove, restore } = await given()
    await suspend()
    const waiting = await queue(tenant, welcome(tenant.admin))
    await sendQueuedMail(services, tenant.tenantId, waiting)
    expect((await remove()).status).toBe(200)
    const late = await queue(tenant, welcome(tenant.admin))
    await sendQueuedMail(services, tenant.tenantId, late)
    for (const id of [waiting, late])
      expect(await rowOf(tenant, id)).toMatchObject({ state: 'suppressed', reason: 'tenantDeleted' })
    expect((await restore()).status).toBe(200)
    expect((await resume()).status).toBe(200)
    await work(tenant)
    expect(server.received).toEqual([])
    await sendQueuedMail(services, tenant.tenantId, await queue(tenant, welcome(tenant.admin)))
    expect(server.received).toHaveLength(1)
  })
})
