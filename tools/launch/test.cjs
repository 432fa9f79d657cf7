// `npm test`: runs the tests of web application and contract, of the server, and in the browser. Prints the time of
// every file, fails far above the budget of CPU seconds, and ends with one line that counts all tests.
const { execFileSync } = require('node:child_process')
const { existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs')
const { join, relative } = require('node:path')
const { printTimes, listOverBudget, cpuOfEndedChildren } = require('./test-times.cjs')
const { affectedTests } = require('./changed.cjs')
const { filesOf, runtimeFolder } = require('./ready.cjs')
const { root, say } = require('./say.cjs')
const { launch } = require('./serve.cjs')

const suites = [
  { name: 'web', folders: ['packages/contract', 'apps/web'], words: ['--project', 'contract', '--project', 'web'] },
  { name: 'server', folders: ['apps/server'], words: ['--project', 'server'] },
  { name: 'browser', folders: ['e2e'], words: ['--config', join('e2e', 'vitest.config.ts')] },
]

/**
 * `words`: parts of file names; none runs all files. `--changed` runs what the uncommitted changes can affect, and
 * `--changed=REF` what all changes since that commit can.
 */
async function test(at, words) {
  const args = filters(words)
  if (args === null) {
    console.log(
      'The changes affect no test of server, web or contract: nothing was tested.\n0 passed, 0 failed, 0 skipped',
    )
    return 0
  }
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const complaints = []
  const stages = []
  const chosen = suites.filter((one) => hasTests(one, args))
  const demonstration = chosen.length > 1 && chosen.some(isBrowser) ? makeDemonstration(at) : null
  try {
    for (const suite of chosen) {
      const started = { at: Date.now(), cpu: cpuOfEndedChildren() }
      say.line(`\n  Tests: ${suite.name}`)
      const more = isBrowser(suite) && demonstration ? { LEARNT_E2E_COPY_OF: await demonstration.folder } : {}
      const { code, report } = await runSuite(suite, at, { args, more })
      if (code >= 128) return code
      if (isBrowser(suite)) await demonstration?.remove()
      const seconds = (Date.now() - started.at) / 1000
      const cpu = cpuOfEndedChildren()
      stages.push({ ...suite, seconds, cpu: cpu === null ? null : cpu - started.cpu, files: report.files })
      complaints.push(...report.complaints)
      for (const key of Object.keys(sum)) sum[key] += report[key]
    }
  } finally {
    await demonstration?.remove()
  }
  printTimes(stages)
  const overBudget = listOverBudget(stages, { isWhole: args.length === 0 })
  for (const line of [...complaints, ...overBudget.map(({ words }) => words)]) console.log(line)
  sum.failed += overBudget.filter(({ isTooMuch }) => isTooMuch).length
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  return sum.failed === 0 ? 0 : 1
}

const isBrowser = ({ name }) => name === 'browser'

/**
 * The data of the browser tests, made beside the earlier suites because making it leaves a core idle. If that fails,
 * the folder is '', and the browser tests try themselves and report why.
 */
function makeDemonstration(at) {
  const script = join('e2e', 'given', 'make-demonstration.ts')
  const stdio = ['pipe', 'pipe', 'inherit']
  const { child, ended } = launch([at.node, script], { env: withoutSettings(at.env), stdio })
  const folder = new Promise((done) => {
    child.stdout.once('data', (line) => done(String(line).trim()))
    child.once('exit', () => done(''))
  })
  return {
    folder,
    remove() {
      child.stdin.end()
      return ended
    },
  }
}

/** Null if there is nothing to run. */
function filters(words) {
  const option = words.find((word) => /^--changed(=|$)/.test(word))
  if (option === undefined) return words
  const since = option.split('=')[1] ?? 'HEAD'
  const git = (...of) => execFileSync('git', of, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  const { filters, unseen } = affectedTests(changed)
  for (const file of unseen) say.line(`  No test of server, web or contract would notice: ${file}`)
  if (filters === null) return []
  return suites.some((suite) => hasTests(suite, filters)) ? filters : null
}

/** Vitest takes seconds to find nothing. */
function hasTests({ folders }, args) {
  const files = folders.flatMap((folder) => filesOf(join(root, folder))).map((file) => relative(root, file))
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file))
  return tests.some((file) => args.length === 0 || args.some((part) => file.includes(part)))
}

async function runSuite({ name, words }, at, { args, more }) {
  const file = join(runtimeFolder, `test-${name}.json`)
  mkdirSync(runtimeFolder, { recursive: true })
  rmSync(file, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporter = join(__dirname, 'report-tests.mjs')
  const all = ['run', ...words, '--reporter=default', `--reporter=${reporter}`, ...args]
  const env = { ...withoutSettings(at.env), ...more, TEST_REPORT: file }
  const code = await launch([at.node, vitest, ...all], { env, stdio: 'inherit' }).ended
  return { code, report: readReport(file, code) }
}

/** An exit code other than 0 is a failure, even if no test failed. */
function readReport(file, code) {
  const empty = { passed: 0, failed: 0, skipped: 0, complaints: [], files: [] }
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : empty
  if (code === 0 || report.failed > 0) return report
  return { ...report, failed: 1, complaints: [`failed: Vitest itself, with exit code ${code}`] }
}

/** The operator's settings must not reach the tests. */
function withoutSettings(env) {
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
