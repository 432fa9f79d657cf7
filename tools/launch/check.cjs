// `npm run check`: runs all checks, two at a time, and prints a line for each and the output of those that fail.
const { join, relative } = require('node:path')
const { existsSync } = require('node:fs')
const { run, tail } = require('./ready.cjs')
const { root, seconds } = require('./say.cjs')

const tool = (name) => join('tools', name)
const bin = (...parts) => join('node_modules', ...parts)

/**
 * One program for all code that Node runs, one for each kind of browser code. The slowest first, because two run at a
 * time.
 */
const programs = [
  { name: 'types of the web application', project: join('apps', 'web', 'tsconfig.json') },
  { name: 'types of server, contract, tests and tools', project: 'tsconfig.json' },
  { name: 'types of the service worker', project: join('apps', 'web', 'tsconfig.worker.json') },
]

const checks = [
  ...programs.map(({ name, project }) => ({ name, words: types(project) })),
  { name: 'format and lint', words: [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--colors=off'] },
  { name: 'directions of imports', words: [tool('check-imports.cjs')] },
  { name: 'file vocabulary', words: [tool('check-structure.cjs')] },
  { name: 'unused files and exports', words: [bin('knip', 'bin', 'knip.js'), '--no-progress'] },
  { name: 'migrations', words: [tool('check-migrations.cjs')] },
  { name: 'catalogues', words: [tool('check-catalogues.cjs')] },
  { name: 'security requirements', words: [tool('check-asvs.cjs')] },
  { name: 'licences', words: [tool('check-licences.cjs')] },
  { name: 'bytes of the first pages', words: [join('apps', 'web', 'tools', 'check-bytes.ts')] },
  { name: 'lock file', words: [tool('lockfill.cjs'), '--check'] },
]

/**
 * With one checker thread each: several would compute the same types again while another check needs the other core.
 */
function types(project) {
  const info = join('node_modules', '.tsc', `${project.replaceAll(/[/\\]/g, '-')}.info`)
  const once = ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', info]
  return [bin('typescript', 'bin', 'tsc'), '-p', project, ...once]
}

/** `args` choose checks by a part of their name. */
async function check(at, args) {
  const waiting = checks.filter(({ name }) => args.length === 0 || args.some((part) => name.includes(part)))
  const chosen = waiting.length
  let failed = 0
  const runNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) if (!(await runCheck(next, at))) failed++
  }
  await Promise.all([runNext(), runNext()])
  console.log(`${chosen - failed} checks passed, ${failed} failed`)
  return failed === 0 && chosen > 0 ? 0 : 1
}

async function runCheck({ name, words }, at) {
  const from = Date.now()
  const result = existsSync(join(root, words[0]))
    ? await run([at.node], words, { cwd: root, env: at.env })
    : { code: 1, text: `${relative(root, words[0])} is missing` }
  const passed = result.code === 0
  console.log(`  ${passed ? 'ok    ' : 'FAILED'}  ${name} (${seconds(Date.now() - from)})`)
  if (!passed) console.log(tail(result.text, 200))
  return passed
}

module.exports = { check }
