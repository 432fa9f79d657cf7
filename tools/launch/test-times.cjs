// The cost of the tests: prints the time of every file, and compares CPU seconds with tools/test-budget.json. CPU and
// not wall time, because the machine may be busy. A slower machine also needs more CPU seconds, so a file above its
// budget is only printed, and the run fails far above it.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { root } = require('./say.cjs')

const SLOWEST = 5
/** Above this multiple of the budget, a slower machine is no explanation. */
const TOO_MUCH = 2
/** Of /proc/PID/stat; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** Prints every file with its wall and CPU seconds, then the slowest five, then the stages. */
function printTimes(stages) {
  const files = stages.flatMap(({ name, files }) => files.map((file) => ({ ...file, stage: name })))
  files.sort((a, b) => b.seconds - a.seconds)
  console.log('\n  Seconds (CPU) of every file:')
  for (const file of files) console.log(`  ${figures(file)}  ${file.path}`)
  console.log(`\n  The slowest ${SLOWEST}:`)
  for (const file of files.slice(0, SLOWEST)) console.log(`  ${figures(file)}  ${file.path}`)
  console.log('\n  Stages, with databases, servers and browsers:')
  for (const stage of stages) console.log(`  ${figures(stage)}  ${stage.name}, ${stage.files.length} files`)
  console.log('')
}

/** Each file, and for a whole run each stage, that took more CPU seconds than its budget; `isTooMuch` if far more. */
function listOverBudget(stages, { isWhole }) {
  const budget = JSON.parse(readFileSync(join(root, 'tools', 'test-budget.json'), 'utf8'))
  return stages.flatMap((stage) => {
    const wholes = isWhole
      ? [{ path: `all files of ${stage.name}`, cpu: stage.cpu, limit: budget.stages[stage.name] }]
      : []
    const files = stage.files.map(({ path, project, cpu }) => ({
      path,
      cpu,
      limit: budget.exceptions[path] ?? budget.files[project],
    }))
    return [...wholes, ...files]
      .filter(({ cpu, limit }) => cpu !== null && cpu > limit)
      .map(({ path, cpu, limit }) => ({
        words: `over budget: ${path} took ${cpu.toFixed(1)} CPU seconds of ${limit}`,
        isTooMuch: cpu > TOO_MUCH * limit,
      }))
  })
}

function figures({ seconds, cpu }) {
  const ofCpu = cpu === null ? '' : `(${cpu.toFixed(1)})`
  return `${seconds.toFixed(1).padStart(7)} ${ofCpu.padEnd(9)}`
}

/** CPU seconds of all ended child processes and theirs; null without /proc. */
function cpuOfEndedChildren() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

module.exports = { printTimes, listOverBudget, cpuOfEndedChildren }
