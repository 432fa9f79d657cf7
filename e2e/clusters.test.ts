import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chance } from '../apps/server/demo/chance.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded.ts'
import { countRows } from '../apps/server/test/connection.ts'
import { proveAcknowledged } from '../apps/server/test/prove-acknowledged.ts'
import { callerOf, password, signInByApi } from './given/calls.ts'
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
import { adminAccount, runCli } from './torture/world.ts'

interface Addresses {
  webUrl: string
  ownerUrl: string
  stop(): Promise<void>
}

async function startCluster(): Promise<Addresses> {
  const found = findPostgres()
  if (found) return startPostgres(found)
  const dataDir = mkdtempSync(join(tmpdir(), 'learnt-pg-'))
  const embedded = await startEmbeddedPostgres({ dataDir, preparedTransactions: true, log: () => {} })
  const stop = async () => {
    await embedded.stop()
    for (const folder of [dataDir, embedded.folder]) rmSync(folder, { recursive: true, force: true })
  }
  return { webUrl: embedded.appUrl, ownerUrl: embedded.adminUrl, stop }
}

let clusters: Addresses[]
let sink: Awaited<ReturnType<typeof startMailSink>>
let files: string
let processes: Learnt[]

beforeAll(async () => {
  const main = await startCluster()
  const far = await startCluster()
  clusters = [main, far]
  sink = await startMailSink()
  files = mkdtempSync(join(tmpdir(), 'learnt-e2e-files-'))
  const settings = {
    DATABASE_URL: main.webUrl,
    DATABASE_ADMIN_URL: main.ownerUrl,
    CLUSTER_FAR_URL: far.webUrl,
    CLUSTER_FAR_ADMIN_URL: far.ownerUrl,
    // Four processes and a command line share what one PostgreSQL of the test has.
    DATABASE_POOL: '6',
    DATA_DIR: files,
    SMTP_URL: sink.url,
  }
  const first = await startLearnt({ demo: false, settings })
  const rest = ['on', 'off', 'off'].map((WORKER) => startLearnt({ demo: false, settings: { ...settings, WORKER } }))
  processes = [first, ...(await Promise.all(rest))]
  const words = ['--name', 'Learnt', '--admin-email', adminAccount, '--admin-first-name', 'Ada', '--admin-last-name']
  const made = await runCli(first.settings, [
    'cli',
    'tenant',
    'create',
    'learnt',
    ...words,
    'Lovelace',
    '--cluster',
    'far',
    '--password',
    password,
  ])
  expect(made).toMatchObject({ code: 0 })
})
afterAll(async () => {
  for (const one of processes ?? []) await one.stop()
  for (const one of clusters ?? []) await one.stop()
  await sink?.close()
  rmSync(files, { recursive: true, force: true })
})

test('a tenant on the second cluster, with four processes: begun at one, finished at another, one killed under load', async () => {
  const [one, two, three, four] = processes as [Learnt, Learnt, Learnt, Learnt]
  const admin = await callerOf(one.url, adminAccount)
  const person = async (of: { roles?: ('learner' | 'manager')[]; managers?: string[]; position?: string[] }) => {
    const account = `${unique('person')}@far.example`
    const member = await admin.call(api.members.create, {
      body: { firstName: 'Pat', lastName: unique('Far'), email: account, password, ...of },
    })
    return { account, userId: member.userId }
  }
  const manager = await person({ roles: ['learner', 'manager'] })
  const position = unique('Sailor')
  const learner = await person({ managers: [manager.userId], position: [position] })

  // Made at the first, told at the third, learned at the second and the fourth.
  const ears = await listen(await callerOf(three.url, learner.account), ['me'])
  const packageId = await givenPackage(admin, await buildPackage({ title: 'Counting' }))
  const title = unique('Course')
  await givenCourse(admin, {
    title,
    steps: [pageStep('Welcome'), packageStep('The package', packageId)],
    rule: { rule: { position: [position] } },
  })
  await ears.until((message) => message.say === 'changed' && message.topic === 'me')
  ears.close()
  const heard = [await beginCourse(two, learner.account, title), await finishCourse(four, learner.account, title)]
  const managerAtThree = await callerOf(three.url, manager.account)
  const row = async () =>
    (await managerAtThree.call(api.reports.manager.assignments, { query: { userId: learner.userId } })).items[0]
  await expect.poll(row).toMatchObject({ state: 'passed', progress: 100 })
  const params = { userCourseId: (await row())?.userCourseId ?? '' }
  const work = await managerAtThree.call(api.reports.manager.assignment, { params })
  const attemptId = work.activities.flatMap((activity) => activity.attempts)[0]?.attemptId ?? ''
  await expect.poll(() => listCalls(managerAtThree, attemptId)).toEqual(heard.flat())

  // One of the two that do the background work is killed while learners of all four play and people are made.
  const climbers = unique('Climber')
  const steps = [pageStep('Before'), packageStep('The package', packageId), pageStep('After')]
  const made = await givenCourse(admin, { title: unique('Course'), steps, rule: { rule: { position: [climbers] } } })
  const [firstPage = '', pack = '', lastPage = ''] = made.steps
  const courses = [{ courseId: made.id, firstPage, package: pack, lastPage }]
  const people: { account: string }[] = []
  for (let nth = 0; nth < 8; nth++) people.push(await person({ position: [climbers] }))
  const learners = await Promise.all(
    people.map(async ({ account }, nth) => {
      const at = processes[nth % processes.length] as Learnt
      return new PlayingLearner(await signInByApi(at.url, account), courses, chance(`far ${nth}`))
    }),
  )
  for (const playing of learners) playing.start()
  await pause(1500)
  const adminAtTwo = await signInByApi(two.url, adminAccount)
  const late = Array.from({ length: 12 }, (_, nth) => `${unique(`late${nth}`)}@far.example`)
  const acknowledged: string[] = []
  const making = late.map((email) =>
    adminAtTwo
      .call(api.members.create, { body: { firstName: 'Late', lastName: 'Comer', email, password } })
      .then(() => void acknowledged.push(email))
      .catch(() => {}),
  )
  // In the middle of the others.
  while (acknowledged.length < 3) await pause(5)
  await two.kill()
  for (const [nth, playing] of learners.entries()) if (nth % processes.length === 1) playing.url = four.url
  await pause(2500)
  await Promise.all(learners.map((playing) => playing.rest()))
  await Promise.all(learners.map((playing) => playing.prove()))
  const proved = await proveAcknowledged(
    { ...one.settings, LEARNT_DEMO: 'off' },
    learners.map(({ log }) => log),
    { people: [], copies: [], jobs: [] },
    sink.letters,
  )
  const findings = [...learners.flatMap(({ log }) => log.findings), ...proved.findings]
  expect(findings).toEqual([])
  expect(proved.calls).toBeGreaterThan(20)

  // Who was made by the process that died can sign in, and of nobody there is a half.
  await Promise.all(making)
  expect(acknowledged.length).toBeGreaterThanOrEqual(3)
  for (const email of acknowledged) await signInByApi(four.url, email)
  const [main, far] = clusters as [Addresses, Addresses]
  const on = ({ ownerUrl }: Addresses, what: string) => countRows(ownerUrl, 'learnt', what)
  await expect.poll(() => on(main, `pg_prepared_xacts where gid like 'learnt:%'`)).toBe(0)
  const directory = `control.directory where tenant_id = 'learnt'`
  expect(await on(far, 'memberships')).toBe(await on(main, directory))
  expect([await on(main, 'memberships'), await on(far, directory)]).toEqual([0, 0])
  process.stdout.write(
    `four processes on two clusters, one killed: ${proved.calls} calls and ${proved.positions} positions looked for, ${acknowledged.length} of ${late.length} people made by it, ${findings.length} findings\n`,
  )
  await two.restart()
  expect((await fetch(`${two.url}/readyz`)).status).toBe(200)
})
