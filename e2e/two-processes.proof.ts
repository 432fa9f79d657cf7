import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chance } from '../apps/server/demo/chance.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded.ts'
import { findNats, type NatsPeer, startNats } from '../apps/server/test/peers/nats-server.ts'
import { proveAcknowledged } from '../apps/server/test/prove-acknowledged.ts'
import { type Caller, callerOf, password, signInByApi } from './given/calls.ts'
import { givenCourse, givenPackage, packageStep, pageStep } from './given/courses.ts'
import { listCalls } from './given/heard-calls.ts'
import { buildPackage } from './given/packages.ts'
import { unique } from './given/people.ts'
import { beginCourse, finishCourse } from './given/play.ts'
import { type Learnt, startLearnt } from './learnt.ts'
import { PlayingLearner } from './torture/learner.ts'
import { listen } from './torture/live-ears.ts'
import { startMailSink } from './torture/mail-sink.ts'
import { findPostgres, startPostgres } from './torture/own-postgres.ts'
import { pause } from './torture/patience.ts'
import { adminAccount, runCli, type TortureCourse } from './torture/world.ts'

const found = findPostgres()
const database = found ? `PostgreSQL ${found.version}` : 'a second embedded PostgreSQL, as none is installed here'

interface Addresses {
  webUrl: string
  ownerUrl: string
  superuserUrl: string | null
  stop(): Promise<void>
}

/** Another database besides the embedded one, if there is one. */
async function startDatabase(): Promise<Addresses> {
  if (found) return startPostgres(found)
  const dataDir = mkdtempSync(join(tmpdir(), 'learnt-pg-'))
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {}, endsWithParent: true })
  const stop = async () => {
    await embedded.stop()
    for (const folder of [dataDir, embedded.folder]) rmSync(folder, { recursive: true, force: true })
  }
  return { webUrl: embedded.appUrl, ownerUrl: embedded.adminUrl, superuserUrl: null, stop }
}

let db: Addresses
let sink: Awaited<ReturnType<typeof startMailSink>>
let files: string

beforeAll(async () => {
  db = await startDatabase()
  sink = await startMailSink()
  files = mkdtempSync(join(tmpdir(), 'learnt-e2e-files-'))
})
afterAll(async () => {
  await db?.stop()
  await sink?.close()
  rmSync(files, { recursive: true, force: true })
})

const settingsOf = (more: Record<string, string> = {}) => ({
  DATABASE_URL: db.webUrl,
  DATABASE_ADMIN_URL: db.ownerUrl,
  DATA_DIR: files,
  SMTP_URL: sink.url,
  ...more,
})

describe(`on ${database}`, () => {
  test('a role that row security does not bind is refused in one sentence', async () => {
    const start = (more: Record<string, string>) =>
      runCli({ ...settingsOf(more), LEARNT_DEMO: 'off', LOG_LEVEL: 'silent' }, ['start'])
    const owner = await start({ DATABASE_URL: db.ownerUrl })
    expect(owner.code).toBe(1)
    expect(owner.text).toContain(
      'DATABASE_URL: has the same role as DATABASE_ADMIN_URL (learnt_owner), which owns the tables',
    )
    expect(owner.text).not.toContain('    at ')
    if (db.superuserUrl === null) return
    const superuser = await start({ DATABASE_URL: db.superuserUrl })
    expect(superuser.code).toBe(1)
    expect(superuser.text).toContain('DATABASE_URL connects as postgres, and that role is a superuser or has BYPASSRLS')
    expect(superuser.text).not.toContain('    at ')
    // Swapped: the owner's role cannot be the application's either.
    const swapped = await start({ DATABASE_URL: db.ownerUrl, DATABASE_ADMIN_URL: db.webUrl })
    expect(swapped.code).toBe(1)
    const wrong = await start({ DATABASE_URL: db.webUrl.replace(/:[^:@/]+@/, ':wrong@') })
    expect(wrong.code).toBe(1)
    expect(wrong.text).not.toContain('wrong@')
  })

  const program = findNats()
  let isAdminThere = false

  describe.for(program === null ? ['PostgreSQL'] : ['PostgreSQL', 'NATS'])('two processes over %s', (by) => {
    let one: Learnt
    let two: Learnt
    let admin: Caller
    let nats: NatsPeer | null = null

    beforeAll(async () => {
      nats = by === 'NATS' ? await startNats(program as string) : null
      const line: Record<string, string> = nats ? { LIVE_URL: nats.url } : {}
      one = await startLearnt({ demo: false, settings: settingsOf({ WORKER: 'on', ...line }) })
      two = await startLearnt({ demo: false, settings: settingsOf({ WORKER: 'off', ...line }) })
      const words = [
        'cli',
        'admin',
        'create',
        '--email',
        adminAccount,
        '--first-name',
        'Ada',
        '--last-name',
        'Lovelace',
        '--role',
        'superadmin',
        '--password',
        password,
      ]
      if (!isAdminThere) expect(await runCli(one.settings, words)).toMatchObject({ code: 0 })
      isAdminThere = true
      admin = await callerOf(one.url, adminAccount)
    })
    afterAll(async () => {
      await one?.stop()
      await two?.stop()
      await nats?.kill()
    })

    test('a wrong owner alone is refused too', async () => {
      const { DATABASE_ADMIN_URL: _, ...rest } = settingsOf({
        DATABASE_URL: db.ownerUrl,
        LEARNT_DEMO: 'off',
        LOG_LEVEL: 'silent',
      })
      const alone = await runCli(rest, ['start'])
      expect(alone.code).toBe(1)
      expect(alone.text).toContain('DATABASE_URL connects as learnt_owner, and that role owns tables')
      expect(alone.text).toContain('create role learnt_web')
      expect(alone.text).not.toContain('    at ')
    })

    const person = async (of: { roles?: ('learner' | 'manager')[]; managers?: string[]; position?: string[] } = {}) => {
      const account = `${unique('person')}@two.example`
      const member = await admin.call(api.members.create, {
        body: { firstName: 'Pat', lastName: unique('Two'), email: account, password, ...of },
      })
      return { account, userId: member.userId, name: `${member.firstName} ${member.lastName}` }
    }

    test.for(['one worker', 'a worker each'])(
      'made at one, learned at the other, proved at the first: %s',
      async (workers) => {
        if (workers === 'a worker each') {
          two.settings.WORKER = 'on'
          await two.kill()
          await two.restart()
        }
        const manager = await person({ roles: ['learner', 'manager'] })
        const position = unique('Sailor')
        const learner = await person({ managers: [manager.userId], position: [position] })
        const learnerAtTwo = await callerOf(two.url, learner.account)
        const adminAtTwo = await signInByApi(two.url, adminAccount)
        const [ears, adminEars] = [await listen(learnerAtTwo, ['me']), await listen(adminAtTwo, ['courses', 'reports'])]

        const packageId = await givenPackage(admin, await buildPackage({ title: 'Counting' }))
        const title = unique('Course')
        const steps = [pageStep('Welcome'), packageStep('The package', packageId)]
        await givenCourse(admin, { title, steps, rule: { rule: { position: [position] } } })
        // Published and assigned at the first process: the learner at the other has it at once, and is notified.
        const given = performance.now()
        const mine = async () => (await learnerAtTwo.call(api.learning.courses, { query: { search: title } })).items[0]
        await expect.poll(mine, { interval: 10 }).toBeDefined()
        await ears.until((message) => message.say === 'changed' && message.topic === 'me')
        const told = performance.now() - given
        await adminEars.until((message) => message.say === 'changed' && message.topic === 'courses')

        // Begun at the second, and continued at the first on another device.
        const heard = [await beginCourse(two, learner.account, title), await finishCourse(one, learner.account, title)]

        // The manager's report at the first process has it within two seconds, and updates pages open at the second.
        const managerAtOne = await callerOf(one.url, manager.account)
        const played = performance.now()
        const row = async () =>
          (await managerAtOne.call(api.reports.manager.assignments, { query: { userId: learner.userId } })).items[0]
        await expect.poll(row).toMatchObject({ state: 'passed', progress: 100 })
        const figures = async () =>
          (await managerAtOne.call(api.reports.manager.learners, { query: {} })).items.find(
            (one) => one.userId === learner.userId,
          )
        await expect.poll(figures).toMatchObject({ completed: 1 })
        const fresh = performance.now() - played
        const managerAtTwo = await callerOf(two.url, manager.account)
        const { userCourseId = '' } = (await row()) ?? {}
        const work = await managerAtTwo.call(api.reports.manager.assignment, { params: { userCourseId } })
        const attemptId = work.activities.flatMap((activity) => activity.attempts)[0]?.attemptId ?? ''
        await expect.poll(() => listCalls(managerAtTwo, attemptId)).toEqual(heard.flat())
        await adminEars.until((message) => message.say === 'changed' && message.topic === 'reports')
        process.stdout.write(
          `${database}, by ${by}, ${workers}: told after ${Math.round(told)} ms, in the report ${Math.round(fresh)} ms after the end\n`,
        )
        ears.close()
        adminEars.close()
      },
    )

    test('signing out at one ends the session at the other', async () => {
      const { account } = await person()
      const caller = await signInByApi(one.url, account)
      const atTwo = { ...caller, url: two.url }
      const ears = await listen(atTwo, ['me'])
      const ask = () =>
        fetch(`${two.url}/api/session/teams`, { headers: { cookie: `${caller.cookie.name}=${caller.cookie.value}` } })
      expect((await ask()).status).toBe(200)
      await caller.call(api.session.signOut)
      expect((await ask()).status).toBe(401)
      await ears.until((message) => message.say === 'signedOut')
      ears.close()
    })

    test('one of them killed under load: nothing acknowledged is lost, and the other continues', async () => {
      two.settings.WORKER = 'on'
      await two.kill()
      await two.restart()
      const packageId = await givenPackage(admin, await buildPackage({ title: 'Held together', parts: 3 }))
      const position = unique('Climber')
      const courses: TortureCourse[] = []
      for (let number = 0; number < 3; number++) {
        const steps = [pageStep('Before'), packageStep('The package', packageId), pageStep('After')]
        const made = await givenCourse(admin, {
          title: unique('Course'),
          steps,
          rule: { rule: { position: [position] } },
        })
        const [firstPage = '', pack = '', lastPage = ''] = made.steps
        courses.push({ courseId: made.id, firstPage, package: pack, lastPage })
      }
      const people = await Promise.all(Array.from({ length: 6 }, () => person({ position: [position] })))
      const learners = await Promise.all(
        people.map(
          async ({ account }, index) =>
            new PlayingLearner(
              await signInByApi(index % 2 ? two.url : one.url, account),
              courses,
              chance(`two ${index}`),
            ),
        ),
      )
      const atOne = learners.filter((_, index) => index % 2 === 0)
      const atTwo = learners.filter((_, index) => index % 2 === 1)
      for (const learner of learners) learner.start()
      await pause(3000)
      const before = atTwo.map((learner) => learner.log.failures)
      const commits = atTwo.reduce((sum, learner) => sum + learner.log.commits, 0)
      await one.kill()
      await nats?.kill()
      // Learners of the killed process go to the other one, as behind any load balancer.
      for (const learner of atOne) learner.url = two.url
      await pause(3000)
      await Promise.all(learners.map((learner) => learner.rest()))
      expect(atTwo.map((learner) => learner.log.failures)).toEqual(before)
      expect(atTwo.reduce((sum, learner) => sum + learner.log.commits, 0)).toBeGreaterThan(commits)
      await Promise.all(learners.map((learner) => learner.prove()))
      const proved = await proveAcknowledged(
        { ...two.settings, LEARNT_DEMO: 'off' },
        learners.map(({ log }) => log),
        { people: [], copies: [], jobs: [] },
        sink.letters,
      )
      const findings = [...learners.flatMap(({ log }) => log.findings), ...proved.findings]
      process.stdout.write(
        `one of two killed: ${proved.calls} calls and ${proved.positions} positions looked for, ${findings.length} findings\n`,
      )
      expect(findings).toEqual([])
      expect(proved.calls).toBeGreaterThan(50)
      await one.restart()
      expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
      if (nats === null) return
      // Pages at one process still learn of changes at the other, and by NATS once it is back.
      const steps = [pageStep('Page')]
      const ears = await listen(await callerOf(one.url, adminAccount), ['courses'])
      const heard = async (title: string) => {
        const since = ears.heard.length
        await givenCourse(await callerOf(two.url, adminAccount), { title, steps })
        return ears.until((message) => message.say === 'changed' && ears.heard.indexOf(message) >= since)
      }
      const stateOf = async ({ url }: Learnt) => (await (await fetch(`${url}/readyz`)).json()).nats as string
      expect([await stateOf(one), await stateOf(two)]).toEqual(['away', 'away'])
      const without = await heard(unique('Without'))
      await nats.restart()
      await expect.poll(async () => [await stateOf(one), await stateOf(two)]).toEqual(['connected', 'connected'])
      const withIt = await heard(unique('With'))
      process.stdout.write(
        `${database}: made and told in ${Math.round(without)} ms without NATS, ${Math.round(withIt)} ms with it\n`,
      )
      expect(without).toBeLessThan(3000)
      ears.close()
    })
  })
})
