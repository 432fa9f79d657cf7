// Checks imports against .dependency-cruiser.cjs, and proves that every source file was really parsed: without a
// working parser, dependency-cruiser finds no modules and reports no violation.
const { spawnSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const { join, relative } = require('node:path')
const { filesOf } = require('./launch/ready.cjs')
const { root } = require('./launch/say.cjs')

const members = ['packages/contract', 'apps/server', 'apps/web', 'e2e', 'bench']
const program = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')
const words = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', '--no-progress', ...members]
const result = spawnSync(process.execPath, [program, ...words], { cwd: root, encoding: 'utf8', maxBuffer: 1024 ** 3 })

let report
try {
  report = JSON.parse(result.stdout)
} catch {
  console.error(`dependency-cruiser did not work:\n${result.stderr || result.stdout}`)
  process.exit(1)
}

const sources = members
  .flatMap((member) => filesOf(join(root, member)))
  .map((file) => relative(root, file).replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file))
const read = new Map(report.modules.map((module) => [module.source, module]))
const unread = sources.filter((file) => !read.has(file))
// A file with imports of which none was found was not parsed.
const deaf = sources.filter(
  (file) =>
    read.get(file)?.dependencies.length === 0 &&
    /^(import|export)\s[^;]*?from\s+['"]/m.test(readFileSync(join(root, file), 'utf8')),
)

for (const file of unread) console.log(`${file}: was not read by dependency-cruiser`)
for (const file of deaf) console.log(`${file}: has imports, but dependency-cruiser saw none`)
for (const violation of report.summary.violations) {
  const way = violation.cycle ? violation.cycle.map(({ name }) => name).join(' → ') : violation.to
  console.log(`${violation.rule.name}: ${violation.from} → ${way}`)
}
const rings = [
  'apps/server/src/features/',
  'apps/server/src/platform/',
  'apps/web/src/',
  'apps/web/src/features/',
].flatMap(findRings)
for (const ring of rings) console.log(`folders import each other in a ring: ${ring.join(' → ')}`)
for (const rule of report.summary.ruleSetUsed?.forbidden ?? [])
  if (rule.comment && report.summary.violations.some((violation) => violation.rule.name === rule.name))
    console.log(`(${rule.name}: ${rule.comment})`)

const wrong = unread.length + deaf.length + report.summary.violations.length + rings.length
console.log(`${sources.length} files read, ${report.summary.totalDependenciesCruised} imports, ${wrong} findings`)
process.exitCode = wrong > 0 || sources.length === 0 ? 1 : 0

/**
 * Cycles of folders below `folder` that import each other. Tests and files beside the folders are left out:
 * `platform/context.ts` names the types of what everything gets. Of two features, the lower one informs the upper one
 * by an event.
 */
function findRings(folder) {
  const edges = new Map()
  const isTest = (path) => /\.(test|proof)\.tsx?$/.test(path)
  const folderOf = (path) => {
    if (!path.startsWith(folder) || isTest(path)) return null
    const [first, ...rest] = path.slice(folder.length).split('/')
    return rest.length > 0 ? first : null
  }
  for (const module of report.modules) {
    const from = folderOf(module.source)
    if (from === null) continue
    for (const { resolved } of module.dependencies) {
      const to = folderOf(resolved)
      if (to !== null && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  const found = new Map()
  const walk = (one, path) => {
    const at = path.indexOf(one)
    if (at >= 0) {
      const ring = path.slice(at)
      found.set([...ring].sort().join(), [...ring, one])
      return
    }
    for (const next of edges.get(one) ?? []) walk(next, [...path, one])
  }
  for (const one of edges.keys()) walk(one, [])
  return [...found.values()]
}
