// Creates a small feature in both applications: a list with search, a form, and their tests. Start from it and change it.
// Usage: node tools/new-feature.cjs PLURAL [SINGULAR]
const { spawnSync } = require('node:child_process')
const { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { contractFiles } = require('./new-feature/contract.cjs')
const { serverFiles } = require('./new-feature/server.cjs')
const { sharedFiles } = require('./new-feature/shared-files.cjs')
const { webFiles } = require('./new-feature/web.cjs')

const project = join(__dirname, '..')
const migrations = 'apps/server/migrations'

/** @returns what was written and changed, by its path in `root` */
function createFeature(root, plural, singular = singularOf(plural)) {
  const refusal = whyNot(root, plural, singular)
  if (refusal) throw new Refused(refusal)
  const names = { plural, singular, Plural: capital(plural), Singular: capital(singular), stamp: nextStamp(root) }
  const written = { ...contractFiles(names), ...serverFiles(names), ...webFiles(names) }
  const changed = {}
  for (const [file, change] of Object.entries(sharedFiles(names))) {
    const before = readFileSync(join(root, file), 'utf8')
    const after = change(before)
    if (after !== before) changed[file] = after
  }
  for (const [file, text] of Object.entries({ ...written, ...changed })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  format(root, [...Object.keys(written), ...Object.keys(changed)])
  return { written: Object.keys(written), changed: Object.keys(changed) }
}

class Refused extends Error {}

function whyNot(root, plural, singular) {
  if (!plural) return 'Name the feature by its plural: node tools/new-feature.cjs announcements'
  for (const word of [plural, singular])
    if (word && !/^[a-z]{3,30}$/.test(word)) return `"${word}" is not one lower-case English word, like announcements`
  if (!singular) return `What is one of the ${plural} called? node tools/new-feature.cjs ${plural} WORD`
  if (singular === plural) return `The singular and the plural of "${plural}" have to differ`
  const taken = [
    `packages/contract/src/${plural}.ts`,
    `apps/server/src/features/${plural}`,
    `apps/web/src/features/${plural}`,
    `apps/server/schema/${plural}.md`,
  ].find((path) => existsSync(join(root, path)))
  return taken ? `There are ${plural} already: ${taken}` : null
}

/** Undefined if English has no rule for it. */
function singularOf(plural = '') {
  if (/[^aeiou]ies$/.test(plural)) return plural.replace(/ies$/, 'y')
  if (/(ss|sh|ch|x)es$/.test(plural)) return plural.replace(/es$/, '')
  return /[^s]s$/.test(plural) ? plural.slice(0, -1) : undefined
}

const capital = (word) => word[0].toUpperCase() + word.slice(1)

/** Now, or a minute after the last migration, because they run in the order of their names. */
function nextStamp(root) {
  const last = readdirSync(join(root, migrations)).sort().at(-1)
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(last)
  const after = Date.UTC(year, month - 1, day, hour, Number(minute) + 1)
  return new Date(Math.max(Date.now(), after)).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')
}

/** The length of a line depends on the name. */
function format(root, files) {
  const biome = join(project, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const words = [biome, 'check', '--write', ...files]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The files are written, but not formatted. ${stdout}${stderr}`)
}

function main([plural, singular]) {
  const { written, changed } = createFeature(project, plural, singular)
  const untranslated = [...written, ...changed].filter((file) => /\/words\/(.*\.)?(de|ar)\.ts$/.test(file))
  console.log(`Written:
${lines(written)}
Changed:
${lines(changed)}
Next, with Node 24:
  node apps/server/src/platform/db/generate-rows.ts   writes the types and the description of the table
  npm test -- coverage -u                             writes docs/coverage.md
  npm run check
  npm test -- ${plural} walk.test loaders.test
By hand:
  docs/glossary.md: say what the word means
  apps/web/src/features/${plural}/register.ts: an icon, and packages/contract/src/standard-navigation.ts: the place, if people look for it in the menu
  translate "${capital(plural)}" in
${lines(untranslated)}`)
}

const lines = (files) => files.map((file) => `  ${file}\n`).join('')

if (require.main === module) {
  try {
    main(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

module.exports = { createFeature }
