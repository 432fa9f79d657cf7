import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort, tieLearnt } from './learnt.ts'

const root = join(import.meta.dirname, '..')

const require = createRequire(import.meta.url)

function launch(words: string[], env: Record<string, string> = {}, folder = root) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'tools', 'launch.cjs'), ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

test('an unknown command gets a list of the commands', () => {
  const { status, text } = launch(['strat'])
  expect(status).toBe(1)
  expect(text).toContain('There is no command strat. There are: start, build, dev,')
  expect(text).not.toContain('    at ')
})

test('wrong settings are listed before anything is built', async () => {
  const [PORT, CONTENT_PORT] = [String(await freePort()), String(await freePort())]
  const { status, text } = launch(['start'], { PORT, CONTENT_PORT, DATABASE_POOL: 'many', LOG_LEVEL: 'loud' })
  expect(status).toBe(1)
  expect(text).toMatch(/2 settings are wrong.*\n.*DATABASE_POOL: .*\n.*LOG_LEVEL: /)
  expect(text).not.toContain('Building')
})

test('closing the pipe early ends the output silently', () => {
  const launcher = join(root, 'tools', 'launch.cjs')
  const words = `"${process.execPath}" "${launcher}" cli --help | true; exit "\${PIPESTATUS[0]}"`
  const { status, stderr } = spawnSync('bash', ['-c', words], { cwd: root, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test.for(['PORT', 'CONTENT_PORT'])('names a %s in use at once, with the way out', async (name) => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const ports = { PORT: String(await freePort()), CONTENT_PORT: String(await freePort()), [name]: String(port) }
  const { status, text } = launch(['start'], ports)
  expect(status).toBe(1)
  expect(text).toContain(`Port ${port} (${name}) is in use`)
  expect(text).toMatch(/PORT=\d+ CONTENT_PORT=\d+ npm start/)
})

test('a stop during the start stops in order, also when the launcher dies', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'learnt-stop-'))
  let said = ''
  chmodSync(dataDir, 0o755)
  const tie = tieLearnt(dataDir)
  onTestFinished(() => {
    rmSync(dataDir, { recursive: true, force: true })
    tie(null)
  })
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    LEARNT_DEMO: 'off',
    LEARNT_LAUNCHER: 'yes',
    PORT: String(port),
    CONTENT_PORT: String(await freePort()),
  }
  const start = () => {
    const child = fork(join(root, 'apps/server/dist/main.js'), ['start'], { env, silent: true })
    tie(child.pid as number)
    const before = said.length
    child.stdout?.on('data', (words) => (said += words))
    child.on('message', (message: { learnt: string }) => {
      if (message.learnt === 'take-port') child.send({ learnt: 'port-free' })
    })
    const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal, text: said.slice(before) }))
    return { child, ended }
  }
  const told = start()
  for (let isThere = false; !isThere; )
    isThere = (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)) !== null
  told.child.kill('SIGTERM')
  expect(await told.ended).toMatchObject({ code: 0, text: expect.stringContaining('Stopping ...') })
  const left = start()
  left.child.disconnect()
  const end = await left.ended
  expect(end).toMatchObject({ code: 0, text: expect.stringContaining('Stopping ...') })
  // the stopped one had stopped its database too
  expect(end.text).not.toContain('earlier run')
})

test('while Learnt gets ready, a page on the port says so, and it ends when asked', async () => {
  const port = await freePort()
  vi.stubEnv('PORT', String(port))
  vi.stubEnv('CONTENT_PORT', String(await freePort()))
  const { showStartingPage } = require(join(root, 'tools', 'launch', 'starting-page.cjs')) as {
    showStartingPage(): Promise<{ close(): Promise<void>; step(text: string): void }>
  }
  const page = await showStartingPage()
  page.step('Filling <the> demonstration')
  const answer = await fetch(`http://127.0.0.1:${port}/apps/courses/mycourses`)
  expect(answer.status).toBe(503)
  const html = await answer.text()
  expect(html).toContain('Learnt is starting')
  expect(html).toContain('http-equiv="refresh"')
  expect(html).toContain('Filling &#60;the&#62; demonstration')
  await page.close()
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  const server = createServer()
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done))
  await new Promise((done) => server.close(done))
  vi.unstubAllEnvs()
})

test('a change selects its own tests and those of its importers, and names changes without a test', () => {
  const { affectedTests } = require(join(root, 'tools', 'launch', 'changed.cjs')) as {
    affectedTests(changed: string[]): { filters: string[] | null; unseen: string[] }
  }
  // through files without tests of their own
  const ofDemo = affectedTests(['apps/server/demo/seed-content.ts'])
  expect(ofDemo).toEqual({ filters: expect.arrayContaining(['apps/server/demo/']), unseen: [] })
  const ofReport = affectedTests(['apps/web/src/features/reports/ReportHeader.tsx']).filters
  expect(ofReport).toContain('apps/web/src/start/')
  // within a folder, then in the features that use it
  const ofPlatform = affectedTests(['apps/server/src/platform/db/flush.ts']).filters
  expect(ofPlatform).toEqual(
    expect.arrayContaining(['apps/server/src/platform/db/', 'apps/server/src/features/courses/']),
  )
  const ofFeature = affectedTests(['apps/server/src/features/courses/policy.ts']).filters
  expect(ofFeature).toContain('apps/server/src/features/courses/')
  expect(ofFeature).not.toContain('apps/server/src/features/reports/')
  expect(affectedTests(['apps/server/sql/functions/any.sql']).filters).toEqual(['apps/server/'])
  expect(affectedTests(['apps/server/test/setup.ts'])).toEqual({ filters: null, unseen: [] })
  expect(affectedTests(['docs/operating.md', 'e2e/given/people.ts']).unseen).toEqual(['e2e/given/people.ts'])
})

interface FeatureTool {
  createFeature(root: string, plural?: string, singular?: string): { written: string[]; changed: string[] }
}

/** The files that a new feature changes and the configuration of their checks, copied into a folder. */
function sharedFilesAlone() {
  const folder = mkdtempSync(join(tmpdir(), 'learnt-feature-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { sharedFiles } = require(join(root, 'tools/new-feature/shared-files.cjs')) as {
    sharedFiles(names: object): object
  }
  const rules = ['.', 'packages/contract', 'apps/server', 'apps/web'].map((member) => join(member, 'package.json'))
  for (const file of ['biome.json', ...rules, ...Object.keys(sharedFiles({}))])
    cpSync(join(root, file), join(folder, file))
  mkdirSync(join(folder, 'apps/server/migrations'), { recursive: true })
  writeFileSync(join(folder, 'apps/server/migrations/20991231T2359_last.sql'), '')
  return folder
}
const { createFeature } = require(join(root, 'tools/new-feature.cjs')) as FeatureTool

test('a new feature passes the format check with a name of any length, and changes few shared files', () => {
  const folder = sharedFilesAlone()
  for (const name of ['tours', 'acknowledgements']) {
    const { written, changed } = createFeature(folder, name)
    expect(changed.length).toBeLessThanOrEqual(7)
    expect(written.every((file) => file.includes(name))).toBe(true)
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const words = [biome, 'ci', '--colors=off']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
  expect(stdout + stderr).toMatch(/Checked [3-9]\d files/)
})

test.for([
  [[], 'Name the feature by its plural'],
  [['Announcements'], 'is not one lower-case English word'],
  [['../courses'], 'is not one lower-case English word'],
  [['people'], 'What is one of the people called?'],
  [['sheep', 'sheep'], 'have to differ'],
  [['courses'], 'There are courses already'],
  [['memberships'], 'There are memberships already'],
] as [string[], string][])('a new feature is not created from %j', ([words, complaint]) => {
  expect(() => createFeature(root, ...words)).toThrow(complaint)
})
