// `npm test`: the members' own tests, then those in the browser; the last line counts them all.
const { existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs')
const { join, relative } = require('node:path')
const { runtimeFolder } = require('./ready.cjs')
const { root, say } = require('./say.cjs')
const { launch } = require('./serve.cjs')

const twoClusters = [
  'apps/server/test/walk.test.ts',
  'apps/server/test/fuzz.test.ts',
  'apps/server/test/attack/revocation.test.ts',
  'apps/server/src/platform/keeping/tenant.test.ts',
  'apps/server/src/platform/live/presence.test.ts',
]

async function test(at, args) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const suites = [
    { name: 'members', words: [] },
    // Every second tenant, and so every foreign one, lies on another PostgreSQL cluster than the one beside it.
    ...(args.length > 0 ? [] : [{ name: 'two clusters', words: ['--project', 'server', ...twoClusters], clusters: 2 }]),
    { name: 'end to end', words: ['--config', join('e2e', 'vitest.config.ts')] },
  ]
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const complaints = []
  const again = []
  let code = 0
  for (const suite of suites) {
    const file = join(runtimeFolder, `test-${suite.name.replaceAll(' ', '-')}.json`)
    mkdirSync(runtimeFolder, { recursive: true })
    rmSync(file, { force: true })
    say.line(`\n  Tests: ${suite.name}`)
    const filter = args.length > 0 ? ['--passWithNoTests', ...args] : []
    const words = [
      'run',
      ...suite.words,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...filter,
    ]
    const result = await launch([at.node, vitest, ...words], { env: testEnvironment(at.env, suite), stdio: 'inherit' })
      .ended
    if (result >= 128) return result
    const counted = countOf(file, result)
    complaints.push(...counted.complaints)
    again.push(...counted.again)
    for (const key of Object.keys(sum)) sum[key] += counted[key]
    if (result !== 0 || counted.failed > 0) code = 1
  }
  for (const line of [...again, ...complaints]) console.log(line)
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  return code
}

/** A file that could not even be loaded holds no test that failed, and counts as one. */
function countOf(file, result) {
  if (!existsSync(file)) return { passed: 0, failed: result === 0 ? 0 : 1, skipped: 0, complaints: [], again: [] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const broken = report.testResults.filter((one) => one.status === 'failed' && failedTests(one).length === 0)
  const failed = report.numFailedTests + broken.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && result !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    complaints: report.testResults.flatMap(complaintsOf),
    again: report.testResults.flatMap(secondTriesOf),
  }
}

const failedTests = (file) => file.assertionResults.filter((test) => test.status === 'failed')

/** What failed in one file, said again below everything: the place where it was first said is thousands of lines up. */
function complaintsOf(file) {
  const name = relative(root, file.name)
  const tests = failedTests(file)
  if (tests.length === 0)
    return file.status === 'failed'
      ? [`failed: ${name}\n  ${firstLines(file.message) || 'before or after its tests'}`]
      : []
  return tests.map((test) => `failed: ${name}: ${test.fullName}\n  ${firstLines(test.failureMessages.join('\n'))}`)
}

/** What failed at first: such a test says something, of the product or of itself, and is not to be lost. */
function secondTriesOf(file) {
  return file.assertionResults
    .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
    .map(
      (test) =>
        `passed at the second try: ${relative(root, file.name)}: ${test.fullName}\n  ${firstLines(test.failureMessages.join('\n'))}`,
    )
}

const firstLines = (text) => (text ?? '').split('\n').slice(0, 12).join('\n  ')

/** The operator's settings are not the tests'. */
function testEnvironment(env, { clusters }) {
  // Of spoiled requests a round for each cluster: the rest comes with the members' tests.
  const several = clusters ? { LEARNT_TEST_CLUSTERS: String(clusters), FUZZ_ROUNDS: String(clusters) } : {}
  const own = { ...env, TZ: 'UTC', ...several }
  for (const name of [
    'DATABASE_URL',
    'DATABASE_ADMIN_URL',
    'DATA_DIR',
    'PUBLIC_URL',
    'CONTENT_URL',
    'PORT',
    'CONTENT_PORT',
  ])
    delete own[name]
  return own
}

module.exports = { test }
