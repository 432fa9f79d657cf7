// A Vitest reporter: writes what `npm test` needs of one suite to the file that TEST_REPORT names. test.cjs repeats the
// failures at the end, because Vitest prints them thousands of lines further up.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const of = (state) => tests.filter((test) => test.result().state === state)
    const [passed, failed] = [of('passed'), of('failed')]
    const broken = modules.filter(isBroken)
    const report = {
      passed: passed.length,
      failed: failed.length + broken.length + unhandledErrors.length,
      skipped: tests.length - passed.length - failed.length,
      files: modules.map(timesOf),
      complaints: [
        ...failed.map((test) =>
          [
            complaint('failed', `${nameOf(test.module)}: ${test.fullName}`, test.result().errors),
            ...(test.meta().shown ?? []).map((page) => `a page showed ${page}`),
          ].join('\n  '),
        ),
        ...broken.map((module) =>
          complaint('failed', `${nameOf(module)}: before or after its tests`, errorsOf(module)),
        ),
        ...unhandledErrors.map((error) => complaint('failed outside of any test', placeOf(error), [error])),
      ],
    }
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
  }
}

/** Wall seconds from Vitest, CPU seconds from tools/count-cpu.ts. */
function timesOf(module) {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  return {
    path: nameOf(module),
    project: module.project.name,
    seconds: (duration + collectDuration + setupDuration) / 1000,
    cpu: module.meta().cpuSeconds ?? null,
  }
}

/** The file could not be loaded, one of its hooks failed, or it did not finish. */
const isBroken = (module) => ['queued', 'pending'].includes(module.state()) || errorsOf(module).length > 0

const errorsOf = (module) => [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
const nameOf = (module) => relative(process.cwd(), module.moduleId)

/** The test during which an uncaught error was thrown, as far as Vitest knows; it may belong to another test. */
function placeOf({ type = 'Error', VITEST_TEST_PATH: path, VITEST_TEST_NAME: test }) {
  return [type, path && relative(process.cwd(), path), test].filter(Boolean).join(': ')
}

function complaint(what, where, errors = []) {
  const withCauses = errors.flatMap((error) => (error.cause ? [error.cause, error] : [error]))
  const lines = withCauses
    .map(({ stack, message }) => stack || message)
    .join('\n')
    .split('\n')
    .slice(0, 12)
  return [`${what}: ${where}`, ...lines.filter(Boolean)].join('\n  ')
}
