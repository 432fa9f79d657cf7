// Inspects the archives of a folder one after the other. For each it prints the milliseconds of processor time and the
// most megabytes by which the process grew. archive.test.ts runs it in a separate process, so that nothing else is
// measured.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inspectPackage } from '../../src/features/packages/inspect-package.ts'

const folder = process.argv[2] ?? '.'
const results: Array<{ file: string; milliseconds: number; megabytes: number }> = []
for (const file of readdirSync(folder).toSorted()) {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 2)
  const began = process.cpuUsage()
  await inspectPackage(join(folder, file))
  const { user, system } = process.cpuUsage(began)
  clearInterval(watch)
  most = Math.max(most, process.memoryUsage.rss())
  results.push({
    file,
    milliseconds: Math.round((user + system) / 1000),
    megabytes: Math.round((most - before) / 1024 ** 2),
  })
}
process.stdout.write(JSON.stringify(results))
