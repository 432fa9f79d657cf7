// The tests that a change can affect, for `npm test -- --changed`. Server tests reach the code through HTTP, so Vitest's own
// graph of imports would select all of them. Here a changed file selects the tests of its folder, of the folders that use
// it, and the walk over the whole contract.
const { readFileSync } = require('node:fs')
const { dirname, join, relative } = require('node:path')
const { filesOf } = require('./ready.cjs')
const { root } = require('./say.cjs')

const members = ['packages/contract', 'apps/server', 'apps/web']
const walk = 'apps/server/test/walk.test.ts'
/** Imports every feature, and is imported by every server test. */
const listOfFeatures = 'apps/server/src/app.ts'
/** No test could notice a change of these. */
const silent = /\.md$|^(docs|bench|\.ci)\/|^(LICENSE|Dockerfile|compose\.yaml)$/
/** Every server test runs on the database that these create. */
const database = /^apps\/server\/(migrations|sql)\//
const isTest = (file) => /\.test\.tsx?$/.test(file)
const isSetUp = (file) => /\/(global-)?setup\.ts$/.test(file)

/**
 * `filters`: for Vitest, files named from the root of the project; null if everything is affected. `unseen`: the
 * changed files without a test that would notice.
 */
function affectedTests(changed) {
  const files = members.flatMap((member) => filesOf(join(root, member))).map((file) => relative(root, file))
  const tests = files.filter(isTest)
  const importers = readImporters(files)
  const filters = new Set()
  const unseen = []
  for (const file of changed.filter((one) => !silent.test(one))) {
    const isKnown = database.test(file) || /^(apps|packages)\/[^/]+\/(src|demo|test)\/|^e2e\//.test(file)
    if (!isKnown || isSetUp(file)) return { filters: null, unseen: [] }
    const own = [...filtersOf(file, importers, tests)]
    if (!own.some((part) => isTest(part) || tests.some((test) => test.includes(part)))) unseen.push(file)
    for (const part of own) filters.add(part)
    if (/^apps\/server\/src\/|^packages\/contract\//.test(file) && !isTest(file)) filters.add(walk)
  }
  return { filters: [...filters].sort(), unseen }
}

/** Follows importers within the file's folder and through folders without tests. */
function filtersOf(file, importers, tests) {
  if (isTest(file)) return new Set([file])
  if (database.test(file)) return new Set(['apps/server/'])
  const filters = new Set([areaOf(file), ...featuresOf(file)])
  const hasTests = (area) => tests.some((test) => test.startsWith(area))
  const waiting = [file]
  const seen = new Set(waiting)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const one of importers.get(next) ?? []) {
      if (seen.has(one) || one === listOfFeatures) continue
      seen.add(one)
      const area = areaOf(one)
      filters.add(isTest(one) ? one : area)
      if (!isTest(one) && (area === areaOf(file) || !hasTests(area))) waiting.push(one)
    }
  }
  return filters
}

/**
 * The folder whose tests are about a file: a feature's, or one of the platform, the web or the demonstration; else the
 * name that file and test share.
 */
function areaOf(file) {
  const [folder] = /^apps\/(server|web)\/(demo|src\/(features\/|platform\/|(?!platform\/))[^/]+)\//.exec(file) ?? []
  return folder ?? file.replace(/\.tsx?$/, '.')
}

/** A file of the contract has the name of the feature on both sides. */
function featuresOf(file) {
  const [, name] = /^packages\/contract\/src\/([^/]+)\.ts$/.exec(file) ?? []
  return name === undefined ? [] : [`/features/${name}/`]
}

/** Finds the files of pages by a pattern. */
const listOfPages = 'apps/web/src/start/staff-pages.ts'
const isPage = (file) => /^apps\/web\/src\/features\/.*Page\.tsx$/.test(file)

/** The importers of each source file. */
function readImporters(files) {
  const importers = new Map(files.filter(isPage).map((file) => [file, [listOfPages]]))
  for (const source of files.filter((one) => /\.tsx?$/.test(one))) {
    for (const [, name] of readFileSync(join(root, source), 'utf8').matchAll(/(?:from|import\(?) ?'([^']+)'/g)) {
      const path = name.startsWith('.')
        ? join(dirname(source), name)
        : name.replace(/^@learnt\/contract\/(.+)$/, 'packages/contract/src/$1.ts')
      importers.set(path, [...(importers.get(path) ?? []), source])
    }
  }
  return importers
}

module.exports = { affectedTests }
