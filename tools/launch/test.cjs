// `npm test`: the members' own tests, then those in the browser; the last line counts them all.
const { existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs')
const { join } = require('node:path')
const { runtimeFolder } = require('./ready.cjs')
const { root, say } = require('./say.cjs')
const { launch } = require('./serve.cjs')

async function test(at, args) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporter = join(__dirname, 'report-tests.mjs')
  const suites = [
    { name: 'members', words: [] },
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
    const words = ['run', ...suite.words, '--reporter=default', `--reporter=${reporter}`, ...filter]
    const env = { ...testEnvironment(at.env), TEST_REPORT: file }
    const result = await launch([at.node, vitest, ...words], { env, stdio: 'inherit' }).ended
    if (result >= 128) return result
    const report = readReport(file, result)
    complaints.push(...report.complaints)
    again.push(...report.again)
    for (const key of Object.keys(sum)) sum[key] += report[key]
    if (result !== 0 || report.failed > 0) code = 1
  }
  for (const line of [...again, ...complaints]) console.log(line)
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  return code
}

/** One that ended otherwise than it reported, or before it could, has failed. */
function readReport(file, result) {
  const nothing = { passed: 0, failed: 0, skipped: 0, complaints: [], again: [] }
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing
  if (result === 0 || report.failed > 0) return report
  return { ...report, failed: 1, complaints: [`failed: Vitest itself, with exit code ${result}`] }
}

/** The operator's settings are not the tests'. */
function testEnvironment(env) {
  const own = { ...env, TZ: 'UTC' }
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
