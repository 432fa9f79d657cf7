import { api } from '@learnt/contract'
import type { Certificate } from '@learnt/contract/certificates'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { type GivenPublishedCourse, givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { uploadBytes } from '../../../test/given/uploads.ts'
import { linesOfPdf } from '../../../test/pdf-lines.ts'
import { readWorkbook } from '../../../test/read-workbook.ts'
import { recordProgress } from '../learning/commands/record-progress.ts'
import { readHome } from '../learning/queries/read-home.ts'
import { tellOfTheDay } from './commands/tell.ts'

const app = await testApp()

async function givenScene(validity: object = { kind: 'months', months: 12 }, warnings: number[] = [30, 7]) {
  const tenant = await givenTenant(app)
  const manager = await givenPerson(app, tenant, { roles: ['manager'] })
  const learner = await givenPerson(app, tenant, { firstName: 'Maria', lastName: 'Müller', managers: [manager.userId] })
  const course = await givenPublishedCourse(app, tenant, { title: 'Fire safety 2', activities: [pageActivity()] })
  const template = await app.call(tenant.admin, api.certificates.templates.create, { body: { title: 'Course' } })
  const templateId = template.body.id
  const set = await app.call(tenant.admin, api.certificates.rules.set, {
    params: paramsOf(course),
    body: { templateId, validity: validity as never, warnings },
  })
  expect(set.problem).toBeNull()
  await assign(tenant, course, [learner])
  return { tenant, manager, learner, course, templateId }
}

const paramsOf = (course: GivenPublishedCourse) => ({ documentType: 'course' as const, documentId: course.courseId })

async function assign(tenant: GivenTenant, course: GivenPublishedCourse, people: GivenPerson[]) {
  const answer = await app.call(tenant.admin, api.permissions.assign, {
    params: paramsOf(course),
    body: { selection: { by: 'ids', ids: people.map((one) => one.membershipId) }, isOptional: false },
  })
  expect(answer.problem).toBeNull()
}

function finish(person: GivenPerson, course: GivenPublishedCourse) {
  return app.call(person, api.learning.progress, {
    params: { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' },
    body: { event: 'view' },
  })
}

async function mine(person: GivenPerson): Promise<Certificate[]> {
  return (await app.call(person, api.certificates.mine)).body.items
}

async function only(person: GivenPerson): Promise<Certificate> {
  const [one, ...more] = await mine(person)
  expect(more).toEqual([])
  return one as Certificate
}

const verify = (credentialId: string) => app.call(stranger, api.credentials.verify, { params: { credentialId } })

async function noticesOf(person: GivenPerson): Promise<string[]> {
  const { body } = await app.call(person, api.notifications.list, { query: { limit: 50 } })
  return body.items.map((one) => one.kind).filter((kind) => /^(certificate|outside)/.test(kind))
}

describe('certificates', () => {
  it('are issued in the transaction that finishes a course, once, and follow it when it is taken back', async () => {
    const { tenant, learner, course } = await givenScene()
    // Two windows at once.
    const answers = await Promise.all([finish(learner, course), finish(learner, course)])
    expect(answers.map((one) => one.status)).toEqual([200, 200])
    const one = await only(learner)
    expect(one).toMatchObject({ title: 'Fire safety 2', holderName: 'Maria Müller', state: 'valid', isExpiring: false })
    expect(one.serial).toMatch(/^LC-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}$/)
    expect(one.validUntil?.slice(0, 4)).toBe(String(Number(one.issuedDay.slice(0, 4)) + 1))
    expect(await noticesOf(learner)).toEqual(['certificateIssued'])

    const ctx = contextOf(app, tenant.admin)
    const report = (state: 'inprogress' | 'completed') =>
      ctx.write((tx) =>
        recordProgress(ctx, tx, {
          assignmentId: one.userCourseId,
          activityId: course.activities[0]?.id ?? '',
          state,
          progress: state === 'completed' ? 100 : 10,
          scorePercent: null,
          secondsAdded: 0,
          source: 'recompute',
        }),
      )
    await report('inprogress')
    expect(await only(learner)).toMatchObject({ id: one.id, state: 'revoked', reason: '' })
    await report('completed')
    const both = await mine(learner)
    const again = both.find((other) => other.id !== one.id)
    expect(both.map((other) => other.state).sort()).toEqual(['revoked', 'valid'])
    expect(again).toMatchObject({ state: 'valid' })
    expect(again?.serial).not.toBe(one.serial)
    const { rows } = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => sql<{ kind: string }>`select kind from causes order by at, id`.execute(tx))
    expect(rows.map((row) => row.kind).sort()).toEqual(['finished', 'finished', 'voided'])
  })

  it('cost at most three statements of a completion, and none are written where the transaction is undone', async () => {
    const { tenant, learner, course } = await givenScene()
    const plain = await givenPublishedCourse(app, tenant, { title: 'Plain', activities: [pageActivity()] })
    await assign(tenant, plain, [learner])
    const without = await statementsOf(app.services.db, () => finish(learner, plain).then(() => undefined))
    const withOne = await statementsOf(app.services.db, () => finish(learner, course).then(() => undefined))
    expect(withOne.length - without.length).toBeLessThanOrEqual(3)
    const ctx = contextOf(app, tenant.admin)
    const other = await givenPerson(app, tenant)
    await assign(tenant, course, [other])
    const { body } = await app.call(other, api.learning.course, { params: { userCourseId: course.courseId } })
    const undone = ctx.write(async (tx) => {
      await recordProgress(ctx, tx, {
        assignmentId: body.userCourseId,
        activityId: course.activities[0]?.id ?? '',
        state: 'completed',
        progress: 100,
        scorePercent: null,
        secondsAdded: 0,
        source: 'page',
      })
      throw new Error('killed')
    })
    await expect(undone).rejects.toThrow('killed')
    expect(await mine(other)).toEqual([])
    await finish(other, course)
    expect(await mine(other)).toHaveLength(1)
  })

  it('give the same bytes at every request, also of two first ones at once and after a change of the template', async () => {
    const { tenant, manager, learner, course, templateId } = await givenScene()
    await finish(learner, course)
    const one = await only(learner)
    const path = `/api/certificates/${one.id}/certificate.pdf`
    const [first, second] = await Promise.all([app.send(learner, 'GET', path), app.send(learner, 'GET', path)])
    expect(first.status).toBe(200)
    expect(first.headers['content-type']).toBe('application/pdf')
    expect(first.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(second.body.equals(first.body)).toBe(true)
    const template = (await app.call(tenant.admin, api.certificates.templates.get, { params: { templateId } })).body
    const saved = await app.call(tenant.admin, api.certificates.templates.save, {
      params: { templateId },
      body: { title: 'Changed', revision: 1, design: { ...template.design, orientation: 'portrait' } },
    })
    expect(saved.body).toMatchObject({ title: 'Changed', revision: 2, issued: 1, documents: 1 })
    expect((await app.send(manager, 'GET', path)).body.equals(first.body)).toBe(true)
    // The second of two who change it loses nothing.
    const late = await app.call(tenant.admin, api.certificates.templates.save, {
      params: { templateId },
      body: { title: 'Late', revision: 1, design: template.design },
    })
    expect(late.problem).toMatchObject({ code: 'stale' })
    const unknown = structuredClone(template.design)
    const [text] = unknown.elements
    if (text?.kind === 'text') text.texts.en = 'For {{nobody}}'
    const refused = await app.call(tenant.admin, api.certificates.templates.save, {
      params: { templateId },
      body: { title: 'Wrong', revision: 2, design: unknown },
    })
    expect(refused.problem?.errors?.map((one) => one.path)).toEqual(['body.design.elements.0.texts.en'])
    const stranger = await givenPerson(app, tenant)
    const foreign = (await givenTenant(app)).admin
    for (const caller of [stranger, foreign]) expect((await app.send(caller, 'GET', path)).status).toBe(404)
    const gone = await app.call(tenant.admin, api.certificates.templates.remove, { params: { templateId } })
    expect(gone.problem).toMatchObject({ code: 'wrong-state' })
  })

  it('are verified by anybody, revoked with a reason, and replaced by one with a corrected name', async () => {
    const { tenant, manager, learner, course } = await givenScene()
    await finish(learner, course)
    const one = await only(learner)
    const seen = (await verify(one.credentialId)).body
    expect(seen).toEqual({
      kind: 'certificate',
      holderName: 'Maria Müller',
      title: 'Fire safety 2',
      issuer: expect.any(String),
      serial: one.serial,
      issuedDay: one.issuedDay,
      validUntil: one.validUntil,
      state: 'valid',
      replacedBy: null,
      pictureUrl: null,
      isSigned: null,
    })
    for (const wrong of [
      'x',
      `${tenant.tenantId}.x`,
      one.id,
      `other.${one.id}`,
      `${tenant.tenantId}.${learner.userId}`,
    ])
      expect((await verify(wrong)).status).toBe(404)
    const body = { holderName: 'Maria <b>Müller-Łukasz</b>' }
    const params = { certificateId: one.id }
    for (const caller of [learner, manager])
      expect((await app.call(caller, api.certificates.reissue, { params, body })).status).toBe(403)
    expect((await app.call((await givenTenant(app)).admin, api.certificates.reissue, { params, body })).status).toBe(
      404,
    )
    const next = (await app.call(tenant.admin, api.certificates.reissue, { params, body })).body
    expect(next).toMatchObject({ ...body, state: 'valid', issuedDay: one.issuedDay, validUntil: one.validUntil })
    expect((await verify(one.credentialId)).body).toMatchObject({ state: 'replaced', replacedBy: next.serial })
    expect((await app.call(tenant.admin, api.certificates.revoke, { params, body: { reason: 'x' } })).status).toBe(409)
    const revoke = { params: { certificateId: next.id }, body: { reason: 'Wrong person' } }
    const both = await Promise.all([1, 2].map(() => app.call(tenant.admin, api.certificates.revoke, revoke)))
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect((await verify(next.credentialId)).body).toMatchObject({ state: 'revoked' })
    expect(await noticesOf(learner)).toEqual(['certificateRevoked', 'certificateIssued', 'certificateIssued'])
    // The report as of a day before the revocation still shows the certificate as valid.
    const report = async (query: object) => (await app.call(tenant.admin, api.certificates.admin.list, { query })).body
    const today = app.clock.now()
    const day = today.toISOString().slice(0, 10)
    try {
      app.clock.set(new Date(today.getTime() + 3 * 86_400_000))
      const later = await givenPerson(app, tenant, { roles: ['admin'] })
      await app.services.db
        .tenant(tenant.tenantId)
        .write((tx) => sql`update certificates set revoked_at = ${app.clock.now()} where id = ${next.id}`.execute(tx))
      const past = (await app.call(later, api.certificates.admin.list, { query: { asOf: day } })).body
      expect(new Map(past.items.map((row) => [row.id, [row.state, row.reason]]))).toEqual(
        new Map([
          [next.id, ['valid', '']],
          [one.id, ['replaced', '']],
        ]),
      )
      const before = new Date(today.getTime() - 3 * 86_400_000).toISOString().slice(0, 10)
      expect((await app.call(later, api.certificates.admin.list, { query: { asOf: before } })).body.total).toBe(0)
      const now = app.clock.now().toISOString().slice(0, 10)
      expect((await app.call(later, api.certificates.admin.list, { query: { asOf: now } })).status).toBe(422)
    } finally {
      app.clock.set(today)
    }
    expect((await report({})).items.map((row) => row.state).sort()).toEqual(['replaced', 'revoked'])
  })

  it('are listed for administrators and for managers over their own people, and go out as files and one archive', async () => {
    const { tenant, manager, learner, course } = await givenScene()
    const other = await givenPerson(app, tenant, { firstName: '=1+1', lastName: 'Formula' })
    await assign(tenant, course, [other])
    await Promise.all([finish(learner, course), finish(other, course)])
    const all = (await app.call(tenant.admin, api.certificates.admin.list)).body
    expect(all).toMatchObject({ total: 2, counts: [{ value: 'valid', count: 2 }] })
    const own = (await app.call(manager, api.certificates.manager.list)).body
    expect(own.items.map((one) => one.userId)).toEqual([learner.userId])
    expect((await app.call(learner, api.certificates.admin.list)).status).toBe(403)
    const csv = (await app.send(tenant.admin, 'GET', '/api/admin/certificates.csv')).body.toString()
    expect(csv).toContain("'=1+1 Formula")
    expect((await app.send(manager, 'GET', '/api/manager/certificates.csv')).body.toString()).not.toContain('Formula')
    const sheet = await readWorkbook((await app.send(tenant.admin, 'GET', '/api/admin/certificates.xlsx')).body)
    expect(sheet.rows[1]?.[5]).toEqual({ type: 'n', style: '3', value: expect.stringMatching(/^4\d{4}$/) })
    expect(csv.split('\r\n')[1]).toMatch(/,\d{4}-\d{2}-\d{2},/)
    const ids = all.items.map((one) => one.id)
    const { jobId } = (await app.call(manager, api.certificates.zip, { body: { ids } })).body
    await app.settle()
    const job = (await app.call(manager, api.jobs.get, { params: { jobId } })).body
    expect(job).toMatchObject({ state: 'succeeded', result: { certificates: 1, left: 0 } })
    const archive = await app.send(manager, 'GET', job.link ?? '')
    expect(archive.body.subarray(0, 2).toString()).toBe('PK')
    expect(archive.body.toString('latin1')).toContain(own.items[0]?.serial)
    expect((await app.send(tenant.admin, 'GET', job.link ?? '')).status).toBe(404)
  })

  it('say which letters no typeface has: in the preview, at the download and in an archive, which holds all others', async () => {
    const { tenant, learner, course, templateId } = await givenScene()
    const [thi, bod] = [
      await givenPerson(app, tenant, { firstName: 'Thị Hồng', lastName: 'Nguyễn' }),
      // Tibetan, whose typeface comes with no installation.
      await givenPerson(app, tenant, { firstName: 'བོད', lastName: 'མི' }),
    ]
    const { design } = (await app.call(tenant.admin, api.certificates.templates.get, { params: { templateId } })).body
    const preview = (person: GivenPerson) =>
      app.call(tenant.admin, api.certificates.templates.preview, {
        body: { design, locale: 'en', userId: person.userId },
      })
    const [lines] = await linesOfPdf(Buffer.from((await preview(thi)).body.pdf, 'base64'))
    expect(lines).toContain('Thị Hồng Nguyễn')
    const refused = await preview(bod)
    expect(refused.problem).toMatchObject({ code: 'wrong-state', status: 409 })
    expect(refused.problem?.detail).toMatch(/No installed typeface has the letter “.*མི.*”/)

    await assign(tenant, course, [thi, bod])
    await Promise.all([thi, bod].map((person) => finish(person, course)))
    const pathOf = async (person: GivenPerson) => `/api/certificates/${(await only(person)).id}/certificate.pdf`
    expect((await app.send(thi, 'GET', await pathOf(thi))).status).toBe(200)
    const answer = await app.send(bod, 'GET', await pathOf(bod))
    expect(answer.status).toBe(409)
    expect(answer.body.toString()).toContain('No installed typeface')

    const ids = (await app.call(tenant.admin, api.certificates.admin.list)).body.items.map((one) => one.id)
    const { jobId } = (await app.call(tenant.admin, api.certificates.zip, { body: { ids } })).body
    await app.settle()
    const job = (await app.call(tenant.admin, api.jobs.get, { params: { jobId } })).body
    expect(job).toMatchObject({ state: 'succeeded', result: { certificates: 1, left: 1 } })
    const archive = (await app.send(tenant.admin, 'GET', job.link ?? '')).body.toString('latin1')
    expect(archive).toContain('not drawn.txt')
    expect(await mine(learner)).toEqual([])
  })

  it('are given to people who had finished already if wanted, and an administrator sees who is affected by a change', async () => {
    const { tenant, learner, course, templateId } = await givenScene()
    const params = paramsOf(course)
    await app.call(tenant.admin, api.certificates.rules.remove, { params })
    await finish(learner, course)
    expect(await mine(learner)).toEqual([])
    const underWay = await givenPerson(app, tenant, { firstName: 'Under', lastName: 'Way' })
    await assign(tenant, course, [underWay])
    const affected = (await app.call(tenant.admin, api.certificates.rules.affected, { params })).body
    expect(affected).toMatchObject({ underWay: 1, finishedWithout: 1, holders: 0 })
    expect(affected.people.map((one) => [one.name, one.group])).toEqual([
      ['Maria Müller', 'finishedWithout'],
      ['Under Way', 'underWay'],
    ])
    const body = { templateId, validity: { kind: 'fixedDay' as const, month: 2, day: 29 }, alsoFinished: true }
    expect((await app.call(tenant.admin, api.certificates.rules.set, { params, body })).body.issued).toBe(1)
    await app.settle()
    await app.settle()
    expect((await only(learner)).validUntil).toMatch(/-02-2[89]$/)
    const cycle = await app.call(tenant.admin, api.certificates.rules.set, {
      params,
      body: { templateId, validity: { kind: 'cycle' } },
    })
    expect(cycle.problem?.errors?.map((one) => one.path)).toEqual(['body.validity.kind'])
    const after = (await app.call(tenant.admin, api.certificates.templates.affected, { params: { templateId } })).body
    expect(after).toMatchObject({ underWay: 1, finishedWithout: 0, holders: 1 })
  })

  it('warn before they expire and say when they have', async () => {
    const { learner, course } = await givenScene({ kind: 'months', months: 1 }, [7])
    await finish(learner, course)
    const { validUntil } = await only(learner)
    const end = Date.parse(`${validUntil}T12:00:00Z`)
    const before = app.clock.now()
    try {
      for (const days of [-6, -5, 1]) {
        app.clock.set(new Date(end + days * 86_400_000))
        await tellOfTheDay(app.services)
      }
      // The homepage names it: it has ended.
      const ctx = contextOf(app, learner)
      expect((await ctx.read((tx) => readHome(ctx, tx))).hasEndingCertificates).toBe(true)
      const { rows } = await app.services.db.tenant(learner.tenantId).read((tx) =>
        sql<{
          kind: string
        }>`select kind from notifications where user_id = ${learner.userId} and kind like 'certificate%' order by created_at`.execute(
          tx,
        ),
      )
      expect(rows.map((row) => row.kind)).toEqual(['certificateIssued', 'certificateExpiring', 'certificateExpired'])
      const mails = await app.services.db.tenant(learner.tenantId).read((tx) =>
        sql<{
          subject: string
        }>`select subject from mails where user_id = ${learner.userId} and kind like 'certificate%' order by created_at`.execute(
          tx,
        ),
      )
      expect(mails.rows).toHaveLength(2)
    } finally {
      app.clock.set(before)
    }
  })

  it('earned elsewhere are confirmed or refused by a manager or an administrator, never by oneself', async () => {
    const { tenant, manager, learner } = await givenScene()
    const hand = async (title: string, more = {}) =>
      app.call(learner, api.certificates.outside.add, {
        body: {
          uploadId: await uploadBytes(app, learner, png, 'x.png'),
          title,
          issuer: 'Red Cross',
          issuedDay: '2026-01-31',
          ...more,
        },
      })
    expect((await hand('Late', { validUntil: '2025-01-31' })).problem?.errors?.[0]?.path).toBe('body.validUntil')
    const { body: one } = await hand('First aid <b>')
    const params = { outsideId: one.id }
    const decide = (caller: GivenPerson, decision: 'confirm' | 'refuse', reason = '') =>
      app.call(caller, api.certificates.outside.decide, { params, body: { decision, reason } })
    const otherManager = await givenPerson(app, tenant, { roles: ['manager'] })
    for (const caller of [otherManager, (await givenTenant(app)).admin])
      expect((await decide(caller, 'confirm')).status).toBe(404)
    expect((await decide(learner, 'confirm')).status).toBe(403)
    expect((await decide(manager, 'refuse')).problem?.errors?.[0]?.path).toBe('body.reason')
    const both = await Promise.all([decide(manager, 'confirm'), decide(tenant.admin, 'confirm')])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect((await app.call(learner, api.certificates.outside.mine)).body.items[0]).toMatchObject({ state: 'confirmed' })
    expect((await app.call(learner, api.certificates.outside.remove, { params })).status).toBe(409)
    expect(await noticesOf(learner)).toEqual(['outsideConfirmed'])
  })

  it('stand in the calendar of their holder alone, on their last day, until they are earned again', async () => {
    const { tenant, manager, learner, course } = await givenScene({ kind: 'months', months: 1 })
    await finish(learner, course)
    const one = await only(learner)
    const outside = async (title: string, validUntil: string) => {
      const uploadId = await uploadBytes(app, learner, png, 'x.png')
      const body = { uploadId, title, issuer: 'Red Cross', issuedDay: one.issuedDay, validUntil }
      return (await app.call(learner, api.certificates.outside.add, { body })).body.id
    }
    const until = one.validUntil ?? ''
    const params = { outsideId: await outside('First aid', until) }
    await outside('Not yet confirmed', until)
    await app.call(manager, api.certificates.outside.decide, { params, body: { decision: 'confirm', reason: '' } })
    const end = new Date(`${until}T00:00:00Z`).getTime()
    const at = (days: number) => new Date(end + days * 86_400_000)
    const ends = async (person: GivenPerson, from = at(0), to = at(1)) => {
      const query = { from: from.toISOString(), to: to.toISOString() }
      const { items } = (await app.call(person, api.calendar.list, { query })).body
      return items.filter((item) => item.kind === 'certificate')
    }
    const shown = await ends(learner)
    expect(shown.map((item) => [item.title, item.mark, item.days, item.href]).sort()).toEqual([
      ['Fire safety 2', 'expires', { first: until, last: until }, '/apps/mycertificates'],
      ['First aid', 'expires', { first: until, last: until }, '/apps/mycertificates'],
    ])
    for (const [from, to] of [[at(-2), at(-1)] as const, [at(2), at(3)] as const])
      expect(await ends(learner, from, to)).toEqual([])
    for (const other of [manager, tenant.admin, (await givenTenant(app)).admin]) expect(await ends(other)).toEqual([])
    const panel = (await app.call(learner, api.quickPanel.data)).body.events
    expect(panel.map((item) => [item.title, item.mark]).sort()).toEqual([
      ['Fire safety 2', 'expires'],
      ['First aid', 'expires'],
    ])
    const write = (change: ReturnType<typeof sql>) =>
      app.services.db.tenant(tenant.tenantId).write((tx) => change.execute(tx))
    await write(sql`update outside_certificates set valid_until = ${one.issuedDay}::date - 1`)
    expect((await ends(learner, at(-40), at(-20))).map((item) => item.mark)).toEqual(['expired'])
    await write(sql`update certificates set revoked_at = now() where id = ${one.id}`)
    expect(await ends(learner, at(-40), at(1))).toMatchObject([{ title: 'First aid' }])
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
)
