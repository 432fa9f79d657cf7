import { api } from '@learnt/contract'
import type { Launch } from '@learnt/contract/learning'
import type { RuntimeCall, RuntimeCommit } from '@learnt/contract/runtime'
import { makeDelta } from '@learnt/contract/runtime-delta'
import { runtimeLimits } from '@learnt/contract/runtime-limits'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse, scormActivity } from '../../../test/given/courses.ts'
import { givenPackage, packageOfThree, smallPackage } from '../../../test/given/packages.ts'
import { givenPerson, givenTenant } from '../../../test/given/people.ts'
import { makeLaunchToken } from '../../platform/launch-token.ts'
import { launchAttempt, launchPreview } from './commands/launch-attempt.ts'
import { recomputeAttempt } from './commands/recompute-attempt.ts'
import { findAttempt, judgeTimeline, listAttempts, listScos, listTimeline } from './queries.ts'

const app = await testApp()
const nobody = { token: null }
const appOrigin = new URL(app.services.settings.publicUrl).origin

async function aLearnerWithPackage(archive?: Buffer, completion?: Parameters<typeof scormActivity>[0]['completion']) {
  const tenant = await givenTenant(app)
  const learner = await givenPerson(app, tenant, { firstName: 'Jane', lastName: 'Doe' })
  const { packageId } = await givenPackage(app, tenant, archive)
  const step = scormActivity({ packageId, ...(completion ? { completion } : {}) })
  const course = await givenPublishedCourse(app, tenant, { activities: [step] })
  const assignmentId = await givenAssignment(app, learner, course.courseId)
  const ctx = contextOf(app, learner)
  const launch = (of: { restart?: boolean; mode?: 'normal' | 'review' } = {}) =>
    ctx.write((tx) =>
      launchAttempt(ctx, tx, { assignmentId, activityId: step.id, packageId, restart: false, appOrigin, ...of }),
    )
  const read = () =>
    ctx.read((tx) =>
      Promise.all([
        tx.selectFrom('assignments').selectAll().where('id', '=', assignmentId).executeTakeFirstOrThrow(),
        tx.selectFrom('activityProgress').selectAll().where('assignmentId', '=', assignmentId).executeTakeFirst(),
      ]),
    )
  return { tenant, learner, ctx, packageId, step, assignmentId, launch, read }
}

const bearer = (launch: Pick<Launch, 'token'>) => ({ headers: { authorization: `Bearer ${launch.token}` } })
const state = (launch: Pick<Launch, 'token'>) => app.call(nobody, api.runtime.state, bearer(launch))
let numbers = 0
const call = (of: Partial<RuntimeCall> = {}): RuntimeCall => ({
  n: ++numbers,
  at: app.clock.now().getTime(),
  sco: 'one',
  fn: 'SetValue',
  element: 'cmi.suspend_data',
  value: 'x',
  result: 'true',
  error: '0',
  ...of,
})
const commit = (launch: Launch, of: Partial<RuntimeCommit> = {}) =>
  app.call(nobody, api.runtime.commit, {
    ...bearer(launch),
    body: {
      epoch: launch.epoch,
      seq: 1,
      sco: 'one',
      visit: 1,
      ...(of.delta ? {} : { snapshot: {} }),
      elapsed: 0,
      initialized: true,
      end: false,
      calls: [],
      ...of,
    },
  })

describe('state', () => {
  test('has all that the player needs', async () => {
    const { launch, learner } = await aLearnerWithPackage()
    const { status, body } = await state(await launch())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      epoch: 1,
      mode: 'normal',
      learner: { id: learner.userId, name: 'Doe, Jane' },
      current: null,
      open: 'one',
      scos: [],
      package: { kind: 'scorm12', edition: '1.2' },
    })
    expect(body.contentBase).toMatch(/^\/c\/[\w-]+\.[\w-]+\/$/)
  })

  test('says where it was left, with every word', async () => {
    const { launch } = await aLearnerWithPackage(packageOfThree())
    const first = await launch()
    await commit(first, { sco: 'a', end: true, snapshot: { 'cmi.core.lesson_status': 'completed' } })
    await commit(first, {
      sco: 'b',
      seq: 2,
      visit: 2,
      snapshot: { 'cmi.core.lesson_location': '7', 'cmi.core.exit': 'suspend' },
      end: true,
      left: 'suspendAll',
    })
    const { body } = await state(await launch())
    expect(body).toMatchObject({ epoch: 2, current: 'b', open: 'b' })
    expect(body.scos.find((sco) => sco.id === 'b')).toMatchObject({
      status: 'incomplete',
      suspended: true,
      opened: true,
      cmi: { 'cmi.core.lesson_location': '7' },
    })
  })
})

describe('commit', () => {
  test('pausing with a mastery score fails nobody, and is in progress still', async () => {
    const mastery = '<adlcp:masteryscore>80</adlcp:masteryscore>'
    const { launch, read } = await aLearnerWithPackage(smallPackage({ item: mastery }))
    const launched = await launch()
    const snapshot = { 'cmi.core.lesson_status': 'incomplete', 'cmi.core.score.raw': '20' }
    const { body } = await commit(launched, { snapshot, left: 'exitAll' })
    expect(body).toMatchObject({ sco: { status: 'incomplete', suspended: true }, attempt: { state: 'inprogress' } })
    expect((await read())[0].state).toBe('inprogress')
    const next = await state(await launch())
    expect(next.body.scos[0]?.cmi).toEqual(snapshot)
  })

  test('a score range of its own is one verdict, and the author is told once', async () => {
    const mastery = '<adlcp:masteryscore>80</adlcp:masteryscore>'
    const { launch, ctx, packageId } = await aLearnerWithPackage(smallPackage({ item: mastery }))
    const launched = await launch()
    const snapshot = { 'cmi.core.score.max': '10', 'cmi.core.score.raw': '9', 'cmi.core.lesson_status': 'passed' }
    const { body } = await commit(launched, { snapshot, end: true })
    await commit(launched, { seq: 2, visit: 2, snapshot, end: true })
    expect(body).toMatchObject({ sco: { status: 'passed', scorePercent: 90 }, attempt: { state: 'passed' } })
    const { problems } = await ctx.read((tx) =>
      tx.selectFrom('packages').select('problems').where('id', '=', packageId).executeTakeFirstOrThrow(),
    )
    expect(problems).toMatchObject([{ code: 'score-range', params: { min: '0', max: '10', mastery: 80 } }])
  })

  test('is stored, judged and reported to the course', async () => {
    const { launch, read } = await aLearnerWithPackage()
    const launched = await launch()
    expect((await read())[0].state).toBe('inprogress')
    const one = await commit(launched, {
      snapshot: { 'cmi.core.lesson_status': 'incomplete', 'cmi.core.lesson_location': '3' },
    })
    expect(one.body).toMatchObject({
      outcome: 'stored',
      ackedSeq: 1,
      sco: { status: 'incomplete' },
      attempt: { state: 'inprogress', progress: 0 },
    })
    const two = await commit(launched, {
      seq: 2,
      end: true,
      snapshot: { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90', 'cmi.core.session_time': '00:02:00' },
    })
    expect(two.body).toMatchObject({
      outcome: 'stored',
      attempt: { state: 'passed', progress: 100, scorePercent: 90, totalSeconds: 120 },
    })
    const [assignment, progress] = await read()
    expect(assignment).toMatchObject({ state: 'passed', progress: 100, seconds: 120 })
    expect(progress).toMatchObject({ state: 'passed', score: 90 })
  })

  test('is fenced: an older launch never overwrites a later one', async () => {
    const { launch, ctx } = await aLearnerWithPackage()
    const older = await launch()
    await commit(older, { snapshot: { 'cmi.core.lesson_location': '5' } })
    const newer = await launch()
    // Nothing newer has written yet: the older window's last words count.
    expect((await commit(older, { seq: 2, snapshot: { 'cmi.core.lesson_location': '6' } })).body.outcome).toBe('stored')
    expect((await commit(newer, { snapshot: { 'cmi.core.lesson_location': '7' } })).body.outcome).toBe('stored')
    expect(
      (await commit(older, { seq: 3, snapshot: { 'cmi.core.lesson_location': '1' }, calls: [call()] })).body.outcome,
    ).toBe('stale')
    const [sco] = await ctx.read((tx) => listScos(tx, newer.attemptId))
    expect(sco?.cmi).toEqual({ 'cmi.core.lesson_location': '7' })
    const [entry] = await ctx.read((tx) => listTimeline(tx, newer.attemptId, { limit: 10 }))
    expect(entry?.verdict).toBe('stale')
  })

  test('comes twice and out of order without harm', async () => {
    const { launch, ctx } = await aLearnerWithPackage()
    const launched = await launch()
    const at = (seq: number) =>
      commit(launched, { seq, snapshot: { 'cmi.core.lesson_location': String(seq) }, elapsed: seq * 10 })
    expect(
      [await at(1), await at(3), await at(2), await at(3)].map((reply) => [reply.body.outcome, reply.body.ackedSeq]),
    ).toEqual([
      ['stored', 1],
      ['stored', 3],
      ['duplicate', 3],
      ['duplicate', 3],
    ])
    const [sco] = await ctx.read((tx) => listScos(tx, launched.attemptId))
    expect(sco).toMatchObject({ cmi: { 'cmi.core.lesson_location': '3' }, secondsNow: 30 })
  })

  test('many at once are stored one after the other', async () => {
    const { launch, ctx } = await aLearnerWithPackage(packageOfThree())
    const launched = await launch()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        commit(launched, {
          seq: index + 1,
          sco: 'abc'[index % 3] as string,
          visit: (index % 3) + 1,
          snapshot: { 'cmi.core.lesson_status': 'completed' },
          end: true,
          elapsed: 10,
          calls: [call({ n: 100 + index })],
        }),
      ),
    )
    expect(replies.every((reply) => reply.status === 200)).toBe(true)
    const attempt = await ctx.read((tx) => findAttempt(tx, launched.attemptId))
    expect(attempt).toMatchObject({ state: 'completed', progress: 100, seconds: 30 })
  })

  test('a delta builds on what was acknowledged', async () => {
    const { launch, ctx } = await aLearnerWithPackage()
    const launched = await launch()
    const long = 'abc'.repeat(20_000)
    await commit(launched, {
      snapshot: { 'cmi.suspend_data': long, 'cmi.core.lesson_location': '1', 'cmi.comments': 'gone' },
    })
    const now = {
      'cmi.suspend_data': `${long.slice(0, 30_000)}changed${long.slice(30_010)}`,
      'cmi.core.lesson_location': '2',
    }
    const delta = makeDelta(
      1,
      { 'cmi.suspend_data': long, 'cmi.core.lesson_location': '1', 'cmi.comments': 'gone' },
      now,
    )
    expect(JSON.stringify(delta).length).toBeLessThan(400)
    expect((await commit(launched, { seq: 2, delta })).body.outcome).toBe('stored')
    const [sco] = await ctx.read((tx) => listScos(tx, launched.attemptId))
    expect(sco?.cmi).toEqual(now)
    expect((await commit(launched, { seq: 3, delta: { ...delta, base: 9 } })).status).toBe(422)
    expect(
      (
        await commit(launched, {
          seq: 4,
          delta: makeDelta(2, { 'cmi.suspend_data': `other ${long}` }, { 'cmi.suspend_data': `other ${long}!` }),
        })
      ).status,
    ).toBe(422)
  })

  test('times of several visits add up, whatever is sent again', async () => {
    const { launch, ctx } = await aLearnerWithPackage()
    const first = await launch()
    await commit(first, { elapsed: 30 })
    await commit(first, { seq: 2, elapsed: 45, end: true, snapshot: { 'cmi.core.session_time': '00:00:40' } })
    await commit(first, { seq: 2, elapsed: 45, end: true, snapshot: { 'cmi.core.session_time': '00:00:40' } })
    await commit(first, { seq: 3, visit: 2, elapsed: 10 })
    const second = await launch()
    await commit(second, { elapsed: 20, end: true })
    const attempt = await ctx.read((tx) => findAttempt(tx, first.attemptId))
    expect(attempt?.seconds).toBe(70)
  })

  test('opening a finished item again takes nothing away', async () => {
    const { launch, read } = await aLearnerWithPackage()
    const first = await launch()
    await commit(first, { end: true, snapshot: { 'cmi.core.lesson_status': 'completed' } })
    // The last message of the same visit counts.
    await commit(first, {
      seq: 2,
      end: true,
      snapshot: { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '70' },
    })
    const second = await launch()
    const reply = await commit(second, { snapshot: { 'cmi.core.lesson_status': 'incomplete' } })
    expect(reply.body).toMatchObject({ sco: { status: 'passed', scorePercent: 70 }, attempt: { state: 'passed' } })
    expect((await read())[0].state).toBe('passed')
  })

  test('the completion rule of the step has the last word', async () => {
    const { launch, read } = await aLearnerWithPackage(undefined, { rule: 'score', percent: 80 })
    const launched = await launch()
    await commit(launched, {
      end: true,
      snapshot: { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '79' },
    })
    expect((await read())[0].state).toBe('failed')
    await commit(launched, {
      seq: 2,
      end: true,
      snapshot: { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '80' },
    })
    expect((await read())[0].state).toBe('passed')
  })

  test('several items: progress by what is done, score by what is scored', async () => {
    const { launch, read } = await aLearnerWithPackage(packageOfThree())
    const launched = await launch()
    await commit(launched, { sco: 'a', end: true })
    expect((await read())[0]).toMatchObject({ state: 'inprogress', progress: 33.33 })
    await commit(launched, { sco: 'b', seq: 2, visit: 2, end: true, snapshot: { 'cmi.core.score.raw': '85' } })
    await commit(launched, { sco: 'c', seq: 3, visit: 3, end: true })
    expect((await read())[0]).toMatchObject({ state: 'passed', progress: 100 })
    expect((await read())[1]?.score).toBe(85)
  })

  test('characters that no database keeps are left out', async () => {
    const { launch, ctx } = await aLearnerWithPackage()
    const launched = await launch()
    const reply = await commit(launched, {
      snapshot: { 'cmi.suspend_data': 'a\0b\ud800c' },
      calls: [call({ value: 'a\0b\ud800c' })],
    })
    expect(reply.status).toBe(200)
    const [sco] = await ctx.read((tx) => listScos(tx, launched.attemptId))
    expect(sco?.cmi).toEqual({ 'cmi.suspend_data': 'ab\ufffdc' })
  })

  test('takes at most ten statements, and as many with much said as with little', async () => {
    const { launch } = await aLearnerWithPackage(packageOfThree())
    const launched = await launch()
    const db = app.services.db
    const first = await statementsOf(db, () =>
      commit(launched, { sco: 'a', end: true, snapshot: { 'cmi.core.lesson_status': 'completed' }, calls: [call()] }),
    )
    const calls = Array.from({ length: 500 }, () => call())
    const snapshot = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`cmi.interactions.${index}.id`, `q${index}`]),
    )
    const large = await statementsOf(db, () =>
      commit(launched, { sco: 'b', seq: 2, visit: 2, end: true, snapshot, calls }),
    )
    const quiet = await statementsOf(db, () => commit(launched, { sco: 'b', seq: 3, visit: 2, snapshot, calls: [] }))
    const flushes = (events: typeof first) => new Set(events.map((event) => event.flush)).size
    process.stdout.write(
      `statements of a commit: ${first.length}, large ${large.length}, without news ${quiet.length}; round trips ${flushes(first)}, ${flushes(large)}, ${flushes(quiet)}\n`,
    )
    expect(Math.max(first.length, large.length, quiet.length)).toBeLessThanOrEqual(10)
  })
})

describe('refused', () => {
  test('without a token, with a forged one, after eight hours', async () => {
    const { launch } = await aLearnerWithPackage()
    const launched = await launch()
    expect((await state(launched)).status).toBe(200)
    expect((await app.call(nobody, api.runtime.state)).status).toBe(401)
    expect((await state({ token: `${launched.token.slice(0, -3)}AAA` })).status).toBe(401)
    app.clock.advance(8 * 3600_000 + 1000)
    expect((await state(launched)).status).toBe(401)
    app.clock.set('2026-11-20T09:00:00.000Z')
  })

  test('a token opens its own attempt and no other, whatever the body says', async () => {
    const one = await aLearnerWithPackage()
    const other = await givenPerson(app, one.tenant)
    const launched = await one.launch()
    expect((await commit(launched)).body.outcome).toBe('stored')
    const claims = {
      tenantId: one.tenant.tenantId,
      teamId: one.tenant.teamId,
      attemptId: launched.attemptId,
      packageId: one.packageId,
      mode: 'normal' as const,
      appOrigin,
      epoch: 1,
      sessionId: null,
      expiresAt: new Date(app.clock.now().getTime() + 1000),
    }
    const token = makeLaunchToken(app.services.secrets, { ...claims, userId: other.userId })
    expect((await state({ token })).status).toBe(404)
    expect((await commit({ ...launched, token }, { seq: 2 })).status).toBe(403)
    const stranger = await givenTenant(app)
    const foreign = makeLaunchToken(app.services.secrets, { ...claims, ...stranger, userId: stranger.admin.userId })
    expect((await state({ token: foreign })).status).toBe(404)
    expect((await commit({ ...launched, token: foreign }, { seq: 2 })).status).toBe(403)
  })

  test('an epoch that was never launched, an item that is not there', async () => {
    const { launch } = await aLearnerWithPackage()
    const launched = await launch()
    expect((await commit(launched, { epoch: 2 })).status).toBe(422)
    expect((await commit(launched, { sco: 'two' })).status).toBe(422)
    expect((await commit(launched, { sco: 'one' })).status).toBe(200)
  })

  test('who is suspended meanwhile, at once', async () => {
    const { launch, learner, ctx } = await aLearnerWithPackage()
    const launched = await launch()
    expect((await commit(launched)).status).toBe(200)
    await ctx.write((tx) =>
      tx.updateTable('memberships').set({ status: 'inactive' }).where('id', '=', learner.membershipId).execute(),
    )
    expect((await commit(launched, { seq: 2 })).status).toBe(403)
    expect((await state(launched)).status).toBe(403)
  })

  test('bodies beyond the limits, and those with both or neither of snapshot and delta', async () => {
    const { launch } = await aLearnerWithPackage()
    const launched = await launch()
    const delta = { base: 0, set: {}, drop: [], splice: [] }
    expect(
      (await commit(launched, { snapshot: { 'cmi.suspend_data': 'x'.repeat(runtimeLimits.valueLength + 1) } })).status,
    ).toBe(422)
    expect(
      (
        await commit(launched, {
          snapshot: Object.fromEntries(Array.from({ length: runtimeLimits.elements + 1 }, (_, n) => [String(n), 'x'])),
        })
      ).status,
    ).toBe(422)
    expect((await commit(launched, { snapshot: {}, delta })).status).toBe(422)
    expect(
      (await commit(launched, { calls: Array.from({ length: runtimeLimits.callsPerCommit + 1 }, () => call()) }))
        .status,
    ).toBe(422)
    expect((await commit(launched, { snapshot: { x: 'x'.repeat(3 * 1024 ** 2) } })).status).toBe(413)
  })

  test('too many commits in a moment', async () => {
    const { launch } = await aLearnerWithPackage()
    const launched = await launch()
    const statuses: number[] = []
    for (let seq = 1; seq <= runtimeLimits.commitBurst + 20; seq++)
      statuses.push((await commit(launched, { seq })).status)
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })

  test('looking again and previews write nothing', async () => {
    const { launch, ctx, packageId, tenant } = await aLearnerWithPackage()
    const first = await launch()
    await commit(first, { end: true, snapshot: { 'cmi.core.lesson_status': 'passed' } })
    const review = await launch({ mode: 'review' })
    expect((await state(review)).body).toMatchObject({ mode: 'review', scos: [{ status: 'passed' }] })
    expect((await commit(review, { snapshot: {} })).status).toBe(409)
    const author = contextOf(app, tenant.admin, ['admin'])
    const preview = await launchPreview(author, { packageId, appOrigin })
    expect((await state(preview)).body).toMatchObject({ mode: 'browse', scos: [], attempt: { state: 'notstarted' } })
    expect((await commit(preview)).status).toBe(409)
    expect(await ctx.read((tx) => findAttempt(tx, preview.attemptId))).toBeUndefined()
  })

  test('a launch where application and content share a host name', async () => {
    const { ctx, packageId } = await aLearnerWithPackage()
    await expect(launchPreview(ctx, { packageId, appOrigin: 'http://127.0.0.1:3000' })).rejects.toMatchObject({
      code: 'wrong-state',
    })
  })
})

describe('launches', () => {
  test('go on with the latest attempt, until a new one is asked for', async () => {
    const { launch, ctx, assignmentId } = await aLearnerWithPackage()
    const one = await launch()
    await commit(one, { snapshot: { 'cmi.core.lesson_location': '3' } })
    const two = await launch()
    expect([two.attemptId === one.attemptId, two.epoch]).toEqual([true, 2])
    const fresh = await launch({ restart: true })
    expect([fresh.attemptId === one.attemptId, fresh.epoch]).toEqual([false, 1])
    expect((await state(fresh)).body.scos).toEqual([])
    expect((await ctx.read((tx) => listAttempts(tx, assignmentId))).map((attempt) => attempt.number)).toEqual([1, 2])
  })

  test('two at once get two epochs', async () => {
    const { launch } = await aLearnerWithPackage()
    await launch()
    const launches = await Promise.all(Array.from({ length: 5 }, () => launch()))
    expect(launches.map((one) => one.epoch).toSorted()).toEqual([2, 3, 4, 5, 6])
  })

  test('name the player of the edition, and no token in an address', async () => {
    const { launch } = await aLearnerWithPackage()
    const launched = await launch()
    expect(launched.playerUrl).toMatch(/^http:\/\/127\.0\.0\.1:3001\/player\/[\w.-]+\/scorm12\.html$/)
    expect(launched.playerUrl).not.toContain(launched.token)
  })
})

describe('the time-line', () => {
  const timeline = async (calls: Array<Partial<RuntimeCall>>) => {
    const { launch, ctx } = await aLearnerWithPackage()
    const launched = await launch()
    await commit(launched, { calls: calls.map(call) })
    return ctx.read((tx) => judgeTimeline(tx, launched.attemptId))
  }
  const initialize = { fn: 'Initialize' as const, element: '', value: '' }
  const status = { element: 'cmi.core.lesson_status', value: 'completed' }
  const terminate = { fn: 'Terminate' as const, element: '', value: '' }

  test.each<[string, Array<Partial<RuntimeCall>>]>([
    ['nothing', [{ fn: 'opened' }, { fn: 'closed' }]],
    ['neverReported', [initialize, { element: 'cmi.suspend_data' }, terminate]],
    ['unfinished', [initialize, status]],
    ['interrupted', [initialize, status, { fn: 'networkFailed' }]],
    ['recorded', [initialize, status, { fn: 'networkFailed' }, { fn: 'networkBack' }, terminate]],
    ['recorded', [initialize, status, terminate, { fn: 'GetLastError' }]],
    ['neverReported', [initialize, { ...status, result: 'false', error: '405' }, terminate]],
  ])('%s', async (verdict, calls) => {
    expect(await timeline(calls)).toEqual({ verdict, calls: calls.length })
  })

  test('is paged, keeps every call once and can only be added to', async () => {
    const { launch, ctx } = await aLearnerWithPackage()
    const launched = await launch()
    const calls = Array.from({ length: 30 }, (_, index) =>
      call({ n: index + 1, fn: index % 2 ? 'GetValue' : 'SetValue' }),
    )
    await commit(launched, { calls: calls.slice(0, 20) })
    await commit(launched, { seq: 2, calls: calls.slice(10) })
    const first = await ctx.read((tx) => listTimeline(tx, launched.attemptId, { limit: 25 }))
    const rest = await ctx.read((tx) =>
      listTimeline(tx, launched.attemptId, { limit: 25, after: first.at(-1) ?? null }),
    )
    expect([...first, ...rest].map((entry) => entry.n)).toEqual(calls.map((one) => one.n))
    expect(first.slice(0, 2).map((entry) => entry.verdict)).toEqual(['recorded', 'read'])
    await expect(ctx.write((tx) => tx.deleteFrom('runtimeCalls').execute())).rejects.toThrow(/permission denied/)
    await expect(ctx.write((tx) => tx.updateTable('runtimeCalls').set({ verdict: 'read' }).execute())).rejects.toThrow(
      /permission denied/,
    )
  })

  test('replayed calls are late', async () => {
    const { launch, ctx } = await aLearnerWithPackage()
    const first = await launch()
    const second = await launch()
    await commit({ ...second, epoch: first.epoch }, { calls: [call()] })
    const [entry] = await ctx.read((tx) => listTimeline(tx, first.attemptId, { limit: 5 }))
    expect(entry?.verdict).toBe('late')
  })
})

test('recompute works from what was said, and says whether anything changed', async () => {
  const { launch, ctx, tenant, read } = await aLearnerWithPackage()
  const launched = await launch()
  await commit(launched, { end: true, snapshot: { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' } })
  const admin = contextOf(app, tenant.admin, ['admin'])
  expect(await recomputeAttempt(admin, { id: launched.attemptId })).toEqual({
    state: 'passed',
    progress: 100,
    scorePercent: 90,
    changed: false,
  })
  await ctx.write(async (tx) => {
    await tx
      .updateTable('attempts')
      .set({ state: 'failed', progress: 0, score: null })
      .where('id', '=', launched.attemptId)
      .execute()
    await tx
      .updateTable('attemptScos')
      .set({ status: 'failed', score: null })
      .where('attemptId', '=', launched.attemptId)
      .execute()
    await tx.updateTable('activityProgress').set({ state: 'failed', progress: 0 }).execute()
  })
  expect(await recomputeAttempt(admin, { id: launched.attemptId })).toEqual({
    state: 'passed',
    progress: 100,
    scorePercent: 90,
    changed: true,
  })
  expect((await read())[0].state).toBe('passed')
  await expect(
    recomputeAttempt(contextOf(app, (await givenTenant(app)).admin, ['admin']), { id: launched.attemptId }),
  ).rejects.toMatchObject({ code: 'not-found' })
})

test('another tenant’s package cannot be launched', async () => {
  const one = await aLearnerWithPackage(smallPackage())
  const two = await aLearnerWithPackage(smallPackage())
  await expect(launchPreview(two.ctx, { packageId: one.packageId, appOrigin })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect((await launchPreview(one.ctx, { packageId: one.packageId, appOrigin })).mode).toBe('browse')
})

describe('numbers that a package made up', () => {
  const greatest = 2_147_483_647
  const tooMuch = greatest + 1

  test('are refused where they cannot be stored, and name their field', async () => {
    const { launch } = await aLearnerWithPackage()
    const opened = await launch()
    const refused: [Partial<RuntimeCommit>, string][] = [
      [{ seq: tooMuch }, 'body.seq'],
      [{ visit: tooMuch }, 'body.visit'],
      [{ epoch: tooMuch }, 'body.epoch'],
      [{ calls: [call({ n: tooMuch })] }, 'body.calls.0.n'],
      [{ calls: [call({ fn: 'GetValue', times: tooMuch })] }, 'body.calls.0.times'],
    ]
    for (const [of, path] of refused) {
      const { problem } = await commit(opened, of)
      expect([problem?.status, problem?.errors?.[0]?.path], path).toEqual([422, path])
    }
    const stored = await commit(opened, {
      seq: greatest,
      visit: greatest,
      calls: [call({ n: greatest, times: greatest }), call({ at: Number.MAX_SAFE_INTEGER }), call({ at: 0 })],
    })
    expect(stored.status).toBe(200)
  })
})
