import { api } from '@learnt/contract'
import { badgeSvg, standardBadge } from '@learnt/contract/badge-picture'
import type { BadgeAward, BadgeRuleInput } from '@learnt/contract/badges'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import { type GivenPublishedCourse, givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { uploadBytes } from '../../../test/given/uploads.ts'
import { readWorkbook } from '../../../test/read-workbook.ts'
import { newId } from '../../platform/ids.ts'
import { recordProgress } from '../learning/commands/record-progress.ts'
import { applyRule } from './commands/apply-rule.ts'
import { finishAwarding } from './commands/award-by-hand.ts'

const app = await testApp()
const markup = '<script>alert("x")</script> & Co'
const keyed = () => ({ 'idempotency-key': newId() })

async function givenBadge(tenant: GivenTenant, title = 'Starter') {
  const { body, problem } = await app.call(tenant.admin, api.badges.create, { body: { title } })
  expect(problem).toBeNull()
  return body
}

async function givenScene(rule?: Partial<z.input<typeof BadgeRuleInput>>) {
  const tenant = await givenTenant(app, { settings: { rewards: true } })
  const manager = await givenPerson(app, tenant, { roles: ['manager'] })
  const learner = await givenPerson(app, tenant, { firstName: 'Maria', lastName: 'Müller', managers: [manager.userId] })
  const course = await givenPublishedCourse(app, tenant, { title: 'Fire safety', activities: [pageActivity()] })
  const badge = await givenBadge(tenant)
  const saved = rule ? await saveRule(tenant, { badgeId: badge.id, ...rule }) : null
  await app.settle()
  for (const one of [learner, manager]) await givenAssignment(app, one, course.courseId)
  return { tenant, manager, learner, course, badge, rule: saved }
}

const onCourse = { title: 'Any course', trigger: { kind: 'finished', subject: 'course' }, countsFrom: null } as const

async function saveRule(tenant: GivenTenant, rule: Partial<z.input<typeof BadgeRuleInput>>) {
  const { body, problem } = await app.call(tenant.admin, api.badges.rules.create, {
    body: { ...onCourse, ...rule } as never,
  })
  expect(problem).toBeNull()
  return body
}

const preview = async (tenant: GivenTenant, rule: Partial<z.input<typeof BadgeRuleInput>>) =>
  (await app.call(tenant.admin, api.badges.rules.preview, { body: { rule: { ...onCourse, ...rule } as never } })).body

function finish(person: GivenPerson, course: GivenPublishedCourse) {
  return app.call(person, api.learning.progress, {
    params: { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' },
    body: { event: 'view' },
  })
}

const mine = async (person: GivenPerson): Promise<BadgeAward[]> => (await app.call(person, api.badges.mine)).body.items
const statesOf = async (person: GivenPerson) => (await mine(person)).map((one) => one.state).sort()
const unseen = async (person: GivenPerson) => (await app.call(person, api.badges.notices.unseen)).body.items

async function report(
  tenant: GivenTenant,
  of: { person: GivenPerson; course: GivenPublishedCourse; state: 'inprogress' | 'completed' },
) {
  const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
    sql<{
      id: string
    }>`select id from assignments where user_id = ${of.person.userId} and document_id = ${of.course.courseId}`.execute(
      tx,
    ),
  )
  const ctx = contextOf(app, tenant.admin)
  await ctx.write((tx) =>
    recordProgress(ctx, tx, {
      assignmentId: rows[0]?.id ?? '',
      activityId: of.course.activities[0]?.id ?? '',
      state: of.state,
      progress: of.state === 'completed' ? 100 : 10,
      scorePercent: null,
      secondsAdded: 0,
      source: 'recompute',
    }),
  )
}

/** Courses that a person has finished at some days, straight in the tables: nothing follows from them by itself. */
async function givenFinished(tenant: GivenTenant, person: GivenPerson, days: readonly string[]) {
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    for (const day of days) {
      const id = newId()
      await sql`
        insert into documents (id, type, title, status, created_at, updated_at) values (${id}, 'course', ${`Course ${day}`}, 'published', ${day}, ${day})`.execute(
        tx,
      )
      await sql`
        insert into assignments (id, user_id, document_type, document_id, state, progress, assigned_at, completed_at)
        values (${newId()}, ${person.userId}, 'course', ${id}, 'completed', 100, ${day}, ${`${day}T12:00:00Z`})`.execute(
        tx,
      )
    }
  })
}

describe('badges', () => {
  it('are drawn alike for everybody, keep what was awarded, and are changed by administrators of the tenant alone', async () => {
    const { tenant, learner, manager } = await givenScene()
    const badge = await givenBadge(tenant, `${markup} badge`)
    const file = await app.call(tenant.admin, api.files.adopt, {
      body: { uploadId: await uploadBytes(app, tenant.admin, png, 'x.png'), purpose: 'image' },
    })
    const texts = { en: markup, de: '', ar: 'مرحبا' }
    const design = { ...standardBadge, text: 'مرحبا <b> 5', shape: 'shield' as const }
    const body = { title: badge.title, revision: 1, validMonths: 12, description: texts, criteria: texts, design }
    const params = { badgeId: badge.id }
    const saved = await app.call(tenant.admin, api.badges.save, { params, body })
    expect(saved.body).toMatchObject({ title: badge.title, revision: 2, description: texts, criteria: texts, design })
    expect((await app.call(tenant.admin, api.badges.save, { params, body })).problem?.code).toBe('stale')
    for (const [change, path] of [
      [{ fill: 'url(#x)' }, 'body.design.fill'],
      [{ fileId: newId() }, 'body.design.fileId'],
      [{ symbol: markup }, 'body.design.symbol'],
      // No installed typeface has these letters.
      [{ text: 'བོད' }, 'body.design.text'],
    ] as const) {
      const wrong = { ...body, revision: 2, design: { ...design, ...change } as never }
      const refused = await app.call(tenant.admin, api.badges.save, { params, body: wrong })
      expect(refused.problem?.errors?.map((one) => one.path)).toEqual([path])
    }

    const pathOf = (url: string) => new URL(url).pathname
    const svg = await app.send(stranger, 'GET', pathOf(saved.body.svgUrl))
    expect(svg.headers['content-type']).toContain('image/svg+xml')
    expect(svg.headers['content-security-policy']).toContain('sandbox')
    // Words stand in it as text of the title alone; the letters are paths.
    expect(svg.body.toString()).not.toMatch(/<script|<text|<b>/)
    expect(svg.body.toString()).toContain('&#60;script&#62;')
    const drawn = await app.send(stranger, 'GET', pathOf(saved.body.pictureUrl))
    expect(drawn.body.subarray(1, 4).toString()).toBe('PNG')
    const again = await app.send(learner, 'GET', pathOf(saved.body.pictureUrl))
    expect(again.body.equals(drawn.body)).toBe(true)
    for (const wrong of [
      `${tenant.tenantId}.${newId()}`,
      `-.${newId()}`,
      'x',
      saved.body.pictureUrl.replace(tenant.tenantId, 'other'),
    ])
      expect(
        (await app.send(stranger, 'GET', `/api/badge-pictures/${encodeURIComponent(wrong)}/badge.png`)).status,
      ).toBe(404)

    const withPicture = await app.call(tenant.admin, api.badges.save, {
      params,
      body: { ...body, revision: 2, design: { ...design, fileId: file.body.id } },
    })
    expect(withPicture.body.file?.id).toBe(file.body.id)
    expect((await app.send(stranger, 'GET', pathOf(withPicture.body.svgUrl))).body.toString()).toContain(
      'data:image/png;',
    )
    expect((await app.send(stranger, 'GET', pathOf(saved.body.pictureUrl))).body.equals(drawn.body)).toBe(true)
    expect(badgeSvg(design, { label: markup, picture: null })).not.toMatch(/<b>|<script/)

    const other = await givenTenant(app)
    expect((await app.call(other.admin, api.badges.get, { params })).status).toBe(404)
    for (const caller of [learner, manager]) {
      expect((await app.call(caller, api.badges.get, { params })).status).toBe(403)
      expect(
        (await app.call(caller, api.badges.rules.preview, { body: { rule: { ...onCourse, badgeId: badge.id } } }))
          .status,
      ).toBe(403)
    }
    const copy = await app.call(tenant.admin, api.badges.create, { body: { title: 'Copy', copyOf: badge.id } })
    expect(copy.body).toMatchObject({ title: 'Copy', validMonths: 12, holders: 0 })
    expect((await app.call(tenant.admin, api.badges.remove, { params: { badgeId: copy.body.id } })).status).toBe(204)
    await app.call(tenant.admin, api.badges.archive, { params })
    expect((await app.call(tenant.admin, api.badges.archive, { params })).status).toBe(409)
    const sorted = await app.call(tenant.admin, api.badges.list, {
      query: { state: 'archived', sort: 'holders', limit: 1 },
    })
    expect(sorted.body.items.map((one) => one.id)).toEqual([badge.id])
    expect((await app.call(tenant.admin, api.badges.list, { query: { search: 'script' } })).body.total).toBe(0)
  })

  it('are given by hand to many, once unless again is wanted, and revoked with a reason', async () => {
    const { tenant, learner, manager, badge } = await givenScene()
    const outsider = (await givenTenant(app)).admin
    const params = { badgeId: badge.id }
    const give = (caller: GivenPerson, ids: string[], more = {}) =>
      app.call(caller, api.badges.award, {
        params,
        body: { selection: { by: 'ids', ids }, note: markup, ...more },
        headers: keyed(),
      })
    const both = [learner.membershipId, manager.membershipId, outsider.membershipId]
    const { preferences } = (await app.call(manager, api.session.start)).body.me ?? {}
    await app.call(manager, api.session.preferences, {
      body: { ...preferences, mails: { badges: false, certificates: true } } as never,
    })
    const twice = await Promise.all([give(tenant.admin, both), give(tenant.admin, both)])
    expect(twice.map(({ body }) => [body.awarded, body.already]).sort()).toEqual([
      [0, 2],
      [2, 0],
    ])
    expect((await give(manager, both)).status).toBe(403)
    expect((await give(outsider, both)).status).toBe(404)
    expect((await give(tenant.admin, [learner.membershipId], { again: true })).body.awarded).toBe(1)
    expect(await statesOf(learner)).toEqual(['valid', 'valid'])
    await app.settle()
    const { rows: mails } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      sql<{
        userId: string
        reason: string | null
      }>`select user_id, reason from mails where kind = 'badgeAwarded'`.execute(tx),
    )
    expect(mails.filter((one) => one.userId === learner.userId && one.reason !== 'notWanted')).toHaveLength(2)
    // A person who wants no mails about badges gets only the notice.
    expect(mails.filter((one) => one.userId === manager.userId).map((one) => one.reason)).toEqual(['notWanted'])

    // The job of many, begun again after it was killed.
    const order = {
      badgeId: badge.id,
      selection: { by: 'filter' as const, filter: { role: ['learner' as const] } },
      note: '',
      again: true,
      key: 'hand:job',
    }
    const ctx = contextOf(app, tenant.admin, ['admin'])
    const runs = [await finishAwarding(ctx, order, async () => {}), await finishAwarding(ctx, order, async () => {})]
    expect(runs.map((one) => one.result?.awarded)).toEqual([1, 0])

    const list = (
      await app.call(tenant.admin, api.badges.admin.list, {
        query: { badgeId: badge.id, sort: 'name', direction: 'asc' },
      })
    ).body
    expect(list).toMatchObject({ total: 4, counts: [{ value: 'valid', count: 4 }] })
    const own = (await app.call(manager, api.badges.manager.list)).body
    expect(new Set(own.items.map((one) => one.userId))).toEqual(new Set([learner.userId]))
    expect((await app.call(learner, api.badges.admin.list)).status).toBe(403)
    expect((await app.call(outsider, api.badges.admin.list)).body.total).toBe(0)
    const csv = (await app.send(tenant.admin, 'GET', '/api/admin/badge-awards.csv')).body.toString()
    expect(csv).toContain('Maria Müller')
    const sheet = await readWorkbook((await app.send(tenant.admin, 'GET', '/api/admin/badge-awards.xlsx')).body)
    expect(sheet.rows[1]?.[3]).toEqual({ type: 'n', style: '3', value: expect.stringMatching(/^4\d{4}$/) })
    expect(csv.split('\r\n')[1]).toMatch(/,\d{4}-\d{2}-\d{2},/)

    const [award] = await mine(learner)
    expect(award?.cause).toMatchObject({ kind: 'hand', note: expect.any(String), by: expect.any(String) })
    const revoke = (caller: GivenPerson, reason = markup) =>
      app.call(caller, api.badges.revoke, { params: { awardId: award?.id ?? '' }, body: { reason } })
    expect([(await revoke(manager)).status, (await revoke(outsider)).status]).toEqual([403, 404])
    expect((await revoke(tenant.admin, ' ')).problem?.errors?.[0]?.path).toBe('body.reason')
    const revoked = await Promise.all([revoke(tenant.admin), revoke(tenant.admin)])
    expect(revoked.map((one) => one.status).sort()).toEqual([200, 409])
    expect((await mine(learner)).find((one) => one.id === award?.id)).toMatchObject({
      state: 'revoked',
      reason: markup,
    })
    expect((await app.call(tenant.admin, api.badges.remove, { params })).problem?.code).toBe('wrong-state')
  })

  it('follow a completion in its transaction, once, and are shown once in each session', async () => {
    const { tenant, learner, manager, course, badge } = await givenScene({ title: markup })
    expect((await app.call(learner, api.badges.notices.unseen)).body.items).toEqual([])
    const answers = await Promise.all([finish(learner, course), finish(learner, course)])
    expect(answers.map((one) => one.status)).toEqual([200, 200])
    const [award, ...more] = await mine(learner)
    expect(more).toEqual([])
    expect(award).toMatchObject({
      badgeId: badge.id,
      holderName: 'Maria Müller',
      state: 'valid',
      cause: { kind: 'finished', documentTitle: 'Fire safety', ruleTitle: markup },
    })
    const [toast] = await unseen(learner)
    expect(toast).toMatchObject({ id: award?.id, firstName: 'Maria', lastName: 'Müller', title: 'Starter' })
    expect(toast?.s3Url).toBe(award?.pictureUrl)
    const show = (caller: GivenPerson) =>
      app.call(caller, api.badges.notices.shown, { body: { ids: [award?.id ?? ''] } })
    const tabs = await Promise.all([show(learner), show(learner), show(manager)])
    expect(tabs.map(({ body }) => body.ids.length).sort()).toEqual([0, 0, 1])
    expect(await unseen(learner)).toEqual([])
    const { body: notices } = await app.call(learner, api.notifications.list, { query: { limit: 50 } })
    expect(notices.items.filter((one) => one.kind === 'badgeAwarded')).toHaveLength(1)
    const events = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => sql<{ n: number }>`select count(*)::int as n from live_events where kind = 'badge'`.execute(tx))
    expect(events.rows[0]?.n).toBe(1)

    // Taken back, and done again; the same cause told again gives nothing.
    await report(tenant, { person: learner, course, state: 'inprogress' })
    expect(await statesOf(learner)).toEqual(['revoked'])
    await report(tenant, { person: learner, course, state: 'completed' })
    expect(await statesOf(learner)).toEqual(['revoked', 'valid'])
    const [positions] = (
      await app.services.db.tenant(tenant.tenantId).read((tx) =>
        sql<{
          all: number
          different: number
        }>`select count(*)::int as all, count(distinct status_position)::int as different from badge_awards`.execute(
          tx,
        ),
      )
    ).rows
    expect(positions).toEqual({ all: 2, different: 2 })
    // What an administrator revoked is not given again for the same.
    const current = (await mine(learner)).find((one) => one.state === 'valid')
    await app.call(tenant.admin, api.badges.revoke, { params: { awardId: current?.id ?? '' }, body: { reason: 'x' } })
    await report(tenant, { person: learner, course, state: 'inprogress' })
    await report(tenant, { person: learner, course, state: 'completed' })
    expect(await statesOf(learner)).toEqual(['revoked', 'revoked'])
  })

  it('cost at most three statements of a completion, and none is written where the transaction is undone', async () => {
    const { tenant, learner, manager, course, badge } = await givenScene()
    const without = await statementsOf(app.services.db, () => finish(manager, course).then(() => undefined))
    const chefs = { badgeId: badge.id, audience: { rule: { position: ['Chef'] } } }
    await saveRule(tenant, { ...chefs, title: 'Stays', revokes: false })
    await saveRule(tenant, { ...chefs, title: 'Goes', repeats: 'each' })
    await app.settle()
    expect(await mine(manager)).toEqual([])
    await app.call(tenant.admin, api.members.update, {
      params: { userId: learner.userId },
      body: { position: ['Chef'] },
    })
    const ctx = contextOf(app, tenant.admin)
    const { body } = await app.call(learner, api.learning.course, { params: { userCourseId: course.courseId } })
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
    expect(await mine(learner)).toEqual([])
    const withBoth = await statementsOf(app.services.db, () => finish(learner, course).then(() => undefined))
    expect(await statesOf(learner)).toEqual(['valid', 'valid'])
    expect(withBoth.length - without.length).toBeLessThanOrEqual(3)
    // The first rule keeps its award where the completion is taken back, the second does not.
    await report(tenant, { person: learner, course, state: 'inprogress' })
    expect(await statesOf(learner)).toEqual(['revoked', 'valid'])
  })
})

describe('rules', () => {
  it('preview exactly what they write, for what was done before, however often the job runs', async () => {
    const { tenant, learner, manager, badge } = await givenScene()
    const days = ['2026-01-05', '2026-01-13', '2026-01-20', '2026-02-03', '2026-02-09', '2026-02-17']
    await givenFinished(tenant, learner, days)
    await givenFinished(tenant, manager, ['2026-01-05', '2026-03-02'])
    const course = { kind: 'finished', subject: 'course' } as const
    const cases: [Partial<z.input<typeof BadgeRuleInput>>, people: number, awards: number][] = [
      [{ trigger: course }, 2, 2],
      [{ trigger: course, repeats: 'each' }, 2, 8],
      [{ trigger: course, repeats: 'each', countsFrom: '2026-02-01' }, 2, 4],
      [{ trigger: { kind: 'finished', subject: 'bundle' } }, 0, 0],
      [{ trigger: { kind: 'finished', subject: 'any', passed: true } }, 0, 0],
      [{ trigger: { kind: 'count', subject: 'course', count: 2, days: null }, repeats: 'each' }, 2, 4],
      // 5 and 13 January lie within nine days; so do 20 January and none, 3 and 9 February, 17 February and none.
      [{ trigger: { kind: 'count', subject: 'course', count: 2, days: 9 }, repeats: 'each' }, 1, 2],
      [{ trigger: { kind: 'count', subject: 'any', count: 2, days: 9 } }, 1, 1],
      // Weeks of 5, 12 and 19 January on end, then of 2, 9 and 16 February.
      [{ trigger: { kind: 'streak', subject: 'course', weeks: 3 }, repeats: 'each' }, 1, 2],
      [{ trigger: { kind: 'streak', subject: 'course', weeks: 4 } }, 0, 0],
      [{ trigger: course, audience: { rule: { roles: ['manager'] } } }, 1, 1],
      [{ trigger: course, audience: { rule: {} } }, 0, 0],
    ]
    for (const [rule, people, awards] of cases) {
      const said = await preview(tenant, { badgeId: badge.id, ...rule })
      expect([rule, said.people, said.awards]).toEqual([rule, people, awards])
      expect(said.names).toHaveLength(people)
      const saved = await saveRule(tenant, { badgeId: badge.id, ...rule })
      expect(saved.isApplying).toBe(true)
      await app.settle()
      const ctx = contextOf(app, tenant.admin, ['admin'])
      const again = await applyRule(ctx, { ruleId: saved.id, revision: 1 }, async () => {})
      expect(again.result).toEqual({ awards: 0 })
      const { body } = await app.call(tenant.admin, api.badges.rules.get, { params: { ruleId: saved.id } })
      expect(body).toMatchObject({ awards, isApplying: false })
      const now = await app.call(tenant.admin, api.badges.rules.preview, {
        body: { ruleId: saved.id, rule: { ...onCourse, badgeId: badge.id, ...rule } as never },
      })
      expect(now.body).toMatchObject({ people: 0, awards: 0 })
      await app.call(tenant.admin, api.badges.rules.remove, { params: { ruleId: saved.id } })
    }
    const names = (await preview(tenant, { badgeId: badge.id })).names
    expect(names.map((one) => one.name)).toContain('Maria Müller')
    const statements = await statementsOf(app.services.db, () =>
      preview(tenant, { badgeId: badge.id }).then(() => undefined),
    )
    expect(statements.length).toBeLessThanOrEqual(10)
  })

  it('count the last of several at once, weeks and points, and take back what is no longer reached', async () => {
    const { tenant, learner, course, badge } = await givenScene({
      title: 'Two',
      trigger: { kind: 'count', subject: 'course', count: 2, days: 30 },
    })
    const second = await givenPublishedCourse(app, tenant, { title: 'Second', activities: [pageActivity()] })
    await givenAssignment(app, learner, second.courseId)
    await Promise.all([finish(learner, course), finish(learner, second)])
    expect(await statesOf(learner)).toEqual(['valid'])
    await report(tenant, { person: learner, course: second, state: 'inprogress' })
    expect(await statesOf(learner)).toEqual(['revoked'])

    await saveRule(tenant, {
      badgeId: badge.id,
      title: 'Rich',
      trigger: { kind: 'points', points: 100 },
      repeats: 'each',
    })
    await app.settle()
    const points = (amount: number) =>
      app.call(tenant.admin, api.points.adjust, {
        params: { userId: learner.userId },
        body: { amount, reason: 'x' },
        headers: keyed(),
      })
    await Promise.all([points(60), points(60), points(90)])
    expect(await statesOf(learner)).toEqual(['revoked', 'valid', 'valid'])
    await points(-50)
    expect(await statesOf(learner)).toEqual(['revoked', 'revoked', 'valid'])
  })

  it('count certificates earned elsewhere by title and issuer, once they are confirmed and while they are valid', async () => {
    const { tenant, manager, learner, badge } = await givenScene()
    const confirm = async (person: GivenPerson, title: string, more = {}) => {
      const uploadId = await uploadBytes(app, person, png, 'x.png')
      const { body } = await app.call(person, api.certificates.outside.add, {
        body: { uploadId, title, issuer: 'Red Cross', issuedDay: '2026-01-31', ...more },
      })
      return () =>
        app.call(tenant.admin, api.certificates.outside.decide, {
          params: { outsideId: body.id },
          body: { decision: 'confirm', reason: '' },
        })
    }
    // Those of before are counted by the preview and given by the job; open ones, and those that had run out, are not.
    await (await confirm(learner, 'First aid, basic course'))()
    await (await confirm(manager, 'First aid', { validUntil: '2026-02-01' }))()
    const open = await confirm(manager, 'FIRST AID %')
    const trigger = { kind: 'outside', title: 'aid first', issuer: 'red' } as const
    const rule = { badgeId: badge.id, title: 'Helper', trigger, repeats: 'each' } as const
    expect(await preview(tenant, { ...rule, trigger: { ...trigger, issuer: '%' } })).toMatchObject({ people: 0 })
    expect(await preview(tenant, rule)).toMatchObject({ people: 1, awards: 1, names: [{ name: 'Maria Müller' }] })
    const saved = await saveRule(tenant, rule)
    expect(saved.trigger).toEqual(trigger)
    await app.settle()
    expect((await mine(learner)).map((one) => one.cause)).toMatchObject([
      { kind: 'outside', documentTitle: 'First aid, basic course', ruleTitle: 'Helper' },
    ])

    expect(await mine(manager)).toEqual([])
    const twice = await Promise.all([open(), open()])
    expect(twice.map((one) => one.status).sort()).toEqual([200, 409])
    expect(await statesOf(manager)).toEqual(['valid'])
    await (await confirm(learner, 'Fork lift'))()
    await (await confirm(learner, 'First aid, once more', { validUntil: '2090-01-31' }))()
    await app.settle()
    expect(await statesOf(learner)).toEqual(['valid', 'valid'])
    expect((await unseen(learner)).map((one) => one.title)).toEqual(['Starter', 'Starter'])
  })

  it('are refused at the field, rest with their badge, and tell the second of two who change one', async () => {
    const { tenant, learner, course, badge, rule } = await givenScene({ title: 'First' })
    const other = await givenTenant(app)
    const foreign = await givenBadge(other)
    const params = { ruleId: rule?.id ?? '' }
    const body = { ...onCourse, badgeId: badge.id, title: 'Second' }
    const wrong = [
      [{ badgeId: foreign.id }, 'body.badgeId'],
      [
        { trigger: { kind: 'finished', subject: 'pathway', documentIds: [course.courseId] } },
        'body.trigger.documentIds.0',
      ],
      [{ trigger: { kind: 'count', subject: 'course', count: 1, days: null } }, 'body.trigger.count'],
      [{ trigger: { kind: 'outside', title: 'x'.repeat(121) } }, 'body.trigger.title'],
      [{ audience: { rule: {}, audiences: [newId()] } }, 'body.audience.audiences'],
    ] as const
    for (const [change, path] of wrong) {
      const refused = await app.call(tenant.admin, api.badges.rules.create, { body: { ...body, ...change } as never })
      expect(refused.problem?.errors?.map((one) => one.path)).toEqual([path])
    }
    expect((await app.call(other.admin, api.badges.rules.get, { params })).status).toBe(404)
    expect((await app.call(other.admin, api.badges.rules.remove, { params })).status).toBe(404)
    const both = await Promise.all(
      [1, 2].map(() =>
        app.call(tenant.admin, api.badges.rules.save, { params, body: { ...body, revision: 1 } as never }),
      ),
    )
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    await app.call(tenant.admin, api.badges.archive, { params: { badgeId: badge.id } })
    await finish(learner, course)
    await app.settle()
    expect(await mine(learner)).toEqual([])
    await app.call(tenant.admin, api.badges.restore, { params: { badgeId: badge.id } })
    await report(tenant, { person: learner, course, state: 'inprogress' })
    await finish(learner, course)
    expect(await statesOf(learner)).toEqual(['valid'])
    const earns = await app.call(learner, api.badges.earns, { params: { userCourseId: newId() } })
    expect(earns.status).toBe(404)
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
)
