// The file vocabulary of docs/architecture.md: whoever has read one feature finds everything in the next.
const { readFileSync, readdirSync, existsSync } = require('node:fs')
const { basename, join, relative } = require('node:path')
const { filesOf } = require('./launch/ready.cjs')
const { root } = require('./launch/say.cjs')

/** Files that a server feature has beside the vocabulary, each a subject of its own without reads or writes. */
const ownFiles = {
  // What a column of a file may fill, the check of one row, and the folder that files come from.
  feeds: ['fields', 'read-row', 'folder'],
  // The protocol: its errors and bodies, what its schemas say, reading a resource, and applying a PATCH to one.
  scim: ['protocol', 'schemas', 'read-resource', 'patch'],
  // What a column of a file of completions says, and the check of one row.
  'bulk-updates': ['fields', 'read-row'],
  // What a course consists of: its shape and its faults, what differs between two and between two packages.
  courses: ['compare-content', 'compare-packages', 'content'],
  // Clocks and zones, what calendars read, and what is printed.
  events: ['calendar', 'sheet', 'times'],
  // What an answer to a question is worth; what of a submission is printed; the question bank beside the forms.
  forms: ['marking', 'paper', 'question-routes'],
  // Choosing a document of any kind, beside the operations of each kind.
  documents: ['find-routes', 'kind-routes'],
  // Reading what is in an upload before it is believed, making it fit to show, receiving and sending the bytes, and where
  // those lie until they are a file.
  files: [
    ...['captions', 'documents', 'download', 'fit-content', 'images', 'mp4', 'refused', 'uploads', 'webm'],
    ...['shelf', 'uploads-in-store', 'uploads-on-disk'],
  ],
  // Reading a foreign format: the archive, its manifest, what is wrong with it, and serving what is inside.
  packages: ['archive', 'code-pages', 'content', 'inspect-package', 'manifest', 'problems', 'start-content', 'xml'],
  // What a package's words come to, and the manifests of packages that are being played.
  attempts: ['judge', 'packages-in-memory'],
  // What makes the application installable: drawn icons, and the page for when nothing answers.
  themes: ['icons', 'offline-page'],
  // What a tenant of a certain id begins with, as data.
  tenants: ['presets'],
}

/** Folders of web features whose word is no plural of the glossary. */
const ownWebFolders = {
  errors: 'the pages 404 and 500',
  profile: "a person's own page, over users and sessions",
  session: 'signing in and out, the choice of a team: always the one session of who looks',
}

/** Folders that a server feature has beside the vocabulary, each for one subject without reads or writes. */
const ownFolders = {
  // Reading documents for the page: the formats, and the thread in which they are read.
  files: ['readers'],
  // Letters of a badge as paths.
  badges: ['drawing'],
  // Drawing the PDF of a certificate, and the thread in which that happens.
  certificates: ['drawing'],
  // Open Badges: what a credential says, signing it, its place in a status list, and baking it into a picture.
  credentials: ['signing'],
}

const vocabulary = 'register kind routes policy queries commands present events jobs person demo'.split(' ')
/** Files that may grow into a folder of verbs or nouns. */
const folders = ['queries', 'commands']
/** Reads and writes, and what the tables of a feature keep of a person. */
const mayHaveSql = [...folders, 'person']
/** Texts of the feature, one file for each language. */
const words = /^words\/(en|de|ar)\.ts$/
/** A name as people of the tenant see it is made of `shown_first_name`; of the other one these alone. */
const legalNames = [
  // What stands on a certificate, what an HR system compares with, what a provider calls people, and whose traces are sought.
  'certificates/commands/issue.ts',
  'feeds/commands/find-circles.ts',
  'feeds/commands/plan-run.ts',
  'scim/queries/filter-sql.ts',
  'scim/queries/groups.ts',
]
/** Names that say nothing about what is inside. */
const empty = /^(services?|utils?|helpers?|types?|index)$|[-.](services?|utils?|helpers?)$/
const allowedEmpty = ['packages/contract/src/index.ts']
/** SQL is written where a reviewer looks for it. */
const sql = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(/

const findings = []
const say = (file, words) => findings.push(`${file}: ${words}`)

const sources = ['packages/contract', 'apps/server', 'apps/web', 'e2e', 'bench']
  .flatMap((member) => filesOf(join(root, member)))
  .map((file) => relative(root, file).replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file))

for (const file of sources) {
  const name = basename(file).replace(/(\.test|\.proof|\.d)?\.tsx?$/, '')
  if (empty.test(name) && !allowedEmpty.includes(file)) say(file, `"${name}" says nothing; name what is inside`)
  if (file.endsWith('.tsx') && !file.endsWith('.test.tsx')) checkComponentFile(file, name)
}

const plurals = glossaryPlurals()
const serverFeatures = featureFolders('apps/server/src/features')
for (const feature of serverFeatures) {
  const folder = `apps/server/src/features/${feature}`
  if (!plurals.has(feature)) say(folder, 'is no plural of docs/glossary.md')
  for (const file of sources.filter((one) => one.startsWith(`${folder}/`))) checkServerFile(feature, file, folder)
}
for (const feature of featureFolders('apps/web/src/features')) {
  const folder = `apps/web/src/features/${feature}`
  if (!plurals.has(feature) && !(feature in ownWebFolders)) say(folder, 'is no plural of docs/glossary.md')
}
for (const feature of Object.keys(ownFiles))
  if (!serverFeatures.includes(feature))
    say('tools/check-structure.cjs', `lists files of ${feature}, which is not there`)

for (const finding of findings) console.log(finding)
console.log(`${sources.length} files, ${serverFeatures.length} server features, ${findings.length} findings`)
process.exitCode = findings.length > 0 || sources.length === 0 ? 1 : 0

function checkComponentFile(file, name) {
  const text = readFileSync(join(root, file), 'utf8')
  const components = [...text.matchAll(/^export (?:async )?(?:function|const) ([A-Z][a-z]\w*)/gm)].map(([, one]) => one)
  if (/^[A-Z]/.test(name) !== components.length > 0)
    say(file, `exports ${components.join(', ') || 'no component'}; components stand in PascalCase files, and only they`)
}

function checkServerFile(feature, file, folder) {
  const parts = file.slice(folder.length + 1).split('/')
  if (words.test(parts.join('/'))) return
  // a table holds what a test expects, case by case
  const isTest = /\.(test|proof|table)\.ts$/.test(file)
  const name = parts.at(-1).replace(/(\.test|\.proof|\.table|\.d)?\.ts$/, '')
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) say(file, 'is not kebab-case')
  if (parts.length > 2) say(file, 'lies too deep')
  const mayBeFolder = folders.includes(parts[0]) || ownFolders[feature]?.includes(parts[0])
  if (parts.length === 2 && !mayBeFolder) say(file, `only ${folders.join(' and ')} become folders`)
  const isOwn = ownFiles[feature]?.includes(name)
  if (parts.length === 1 && !isTest && !vocabulary.includes(name) && !isOwn)
    say(file, `is none of ${vocabulary.join(', ')}`)
  const isShown = isTest || legalNames.includes(`${feature}/${parts.join('/')}`)
  if (!isShown && /(?<!shown_)first_name \|\| ' '/.test(readFileSync(join(root, file), 'utf8')))
    say(file, 'shows first_name; people are called by shown_first_name')
  const place = parts.length === 2 ? parts[0] : name
  if (isTest || mayHaveSql.includes(place)) return
  const line = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .findIndex((text) => sql.test(text) && !/^\s*(\/\/|\*)/.test(text))
  if (line !== -1) say(`${file}:${line + 1}`, 'has SQL, which belongs into queries, commands or person')
}

function featureFolders(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
}

/** Second column of the table of words. */
function glossaryPlurals() {
  const text = readFileSync(join(root, 'docs', 'glossary.md'), 'utf8')
  const rows = [...text.matchAll(/^\|([^|]+)\|([^|]*)\|/gm)].map(([, , plural]) => plural.trim().replaceAll(' ', '-'))
  return new Set(rows.filter((word) => word !== '' && word !== 'plural' && !/^-+$/.test(word)))
}
