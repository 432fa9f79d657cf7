// The tests that a change can affect, for `npm test -- --changed`. Server tests reach the code through HTTP, so Vitest's own
// graph of imports would select all of them; here a changed folder selects its own tests, those of every folder that
// imports the changed file, and the walk over the whole contract.
const { readFileSync } = require('node:fs')
const { dirname, join, relative } = require('node:path')
const { filesOf } = require('./ready.cjs')
const { root } = require('./say.cjs')

const walk = 'apps/server/test/walk.test.ts'
/** Without a test that could notice. */
const silent = /\.md$|^(docs|\.ci)\/|^(LICENSE|Dockerfile|compose\.yaml)$/
const isTest = (file) => /\.test\.tsx?$/.test(file)

/** Filters for Vitest, for files named from the root of the project; null where everything is affected. */
function affectedTests(changed) {
  const importers = readImporters()
  const filters = new Set()
  for (const file of changed.filter((one) => !silent.test(one))) {
    if (/^apps\/server\/(migrations|schema)\//.test(file)) filters.add('apps/server/')
    else if (!/^(apps|packages)\/[^/]+\/(src|demo|test)\/|^e2e\//.test(file)) return null
    else if (isTest(file)) filters.add(file)
    else {
      filters.add(areaOf(file))
      for (const one of importers.get(file) ?? []) filters.add(isTest(one) ? one : areaOf(one))
      if (/^apps\/server\/src\/|^packages\/contract\//.test(file)) filters.add(walk)
    }
  }
  return [...filters].sort()
}

/** The folder whose tests are about a file: a feature's, or one of the platform or of the web; else the name it shares with them. */
function areaOf(file) {
  const [folder] = /^apps\/(server|web)\/src\/(features\/|platform\/|(?!platform\/))[^/]+\//.exec(file) ?? []
  return folder ?? file.replace(/\.tsx?$/, '.')
}

/** Of each source file those that import it. */
function readImporters() {
  const importers = new Map()
  const sources = ['packages/contract', 'apps/server', 'apps/web'].flatMap((member) => filesOf(join(root, member)))
  for (const source of sources.filter((one) => /\.tsx?$/.test(one))) {
    for (const [, name] of readFileSync(source, 'utf8').matchAll(/(?:from|import\() ?'([^']+)'/g)) {
      const path = name.startsWith('.')
        ? relative(root, join(dirname(source), name))
        : name.replace(/^@learnt\/contract\/(.+)$/, 'packages/contract/src/$1.ts')
      importers.set(path, [...(importers.get(path) ?? []), relative(root, source)])
    }
  }
  return importers
}

module.exports = { affectedTests }
