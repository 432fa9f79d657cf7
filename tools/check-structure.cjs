// The file vocabulary of docs/architecture.md, so that a reader of one feature finds everything in the next.
const { readFileSync, readdirSync, existsSync } = require('node:fs')
const { basename, join, relative } = require('node:path')
const { filesOf } = require('./launch/ready.cjs')
const { root } = require('./launch/say.cjs')

/** Files that a server feature has besides the vocabulary, each about one subject without reads or writes. */
const ownFiles = {
  // Fields that a column of a file can fill, the check of one row, and the folder that files come from.
  feeds: ['fields', 'read-row', 'folder'],
  // The operations that every import has.
  imports: ['kind-routes'],
  // The protocol: its errors and bodies, its schemas, reading a resource, and applying a PATCH to one.
  scim: ['protocol', 'schemas', 'read-resource', 'patch'],
  // The columns of a file of completions, and the check of one row.
  'bulk-updates': ['fields', 'read-row'],
  // The content of a course: its shape and faults, and the differences between two versions and between two packages.
  courses: ['compare-content', 'compare-packages', 'content'],
  // Clocks and zones, calendar files, and printed sheets.
  events: ['calendar', 'sheet', 'times'],
  // The mark of an answer; printed submissions; the question bank.
  forms: ['marking', 'paper', 'question-routes'],
  // Choosing a document of any kind, beside the operations of each kind.
  documents: ['find-routes', 'kind-routes'],
  // Validating and converting uploads, receiving and sending bytes, and storing them until they become a file.
  files: [
    ...['captions', 'documents', 'download', 'fit-content', 'images', 'mp4', 'refused', 'uploads', 'webm'],
    ...['shelf', 'uploads-in-store', 'uploads-on-disk'],
  ],
  // Reading a foreign format: the archive, its manifest, what is wrong with it, and serving what is inside.
  packages: ['archive', 'code-pages', 'content', 'inspect-package', 'manifest', 'problems', 'start-content', 'xml'],
  // The verdict on a package's data, and the manifests of packages in use.
  attempts: ['judge', 'packages-in-memory'],
  // What makes the application installable: icons and the offline page.
  themes: ['icons', 'offline-page'],
  // The initial data of a tenant with a certain id.
  tenants: ['presets'],
}

/** Folders of web features that are not a plural of the glossary. */
const ownWebFolders = {
  errors: 'the pages 404 and 500',
  profile: "a person's own page, over users and sessions",
  session: 'signing in and out, the choice of a team: always the one session of who looks',
}

/** Folders that a server feature has besides the vocabulary, each about one subject without reads or writes. */
const ownFolders = {
  // Reading documents for the page: the formats, and the thread that reads them.
  files: ['readers'],
  // Letters of a badge as paths.
  badges: ['drawing'],
  // Drawing the PDF of a certificate, and the thread that does it.
  certificates: ['drawing'],
  // Open Badges: the content of a credential, signing, its place in a status list, and embedding it in a picture.
  credentials: ['signing'],
}

const vocabulary = 'register kind routes policy queries commands present events jobs person demo'.split(' ')
/** Files that may grow into a folder of verbs or nouns. */
const folders = ['queries', 'commands']
/** Reads and writes, and what the tables of a feature keep of a person. */
const mayHaveSql = [...folders, 'person']
/** Texts of the feature, one file for each language. */
const words = /^words\/(en|de|ar)\.ts$/
/** People of the tenant see `shown_first_name`; only these files use the other name. */
const legalNames = [
  // The name on a certificate, comparison with HR systems, the name from a provider, and the search for traces of a
  // person.
  'certificates/commands/issue.ts',
  'feeds/commands/find-circles.ts',
  'feeds/commands/plan-run.ts',
  'scim/queries/filter-sql.ts',
  'scim/queries/groups.ts',
]
/** Names that say nothing about the content. */
const empty = /^(services?|utils?|helpers?|types?|index)$|[-.](services?|utils?|helpers?)$/
const allowedEmpty = ['packages/contract/src/index.ts']
/** SQL belongs where reviewers look for it. */
const sql = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(/
/** Who writes memberships, since directory, rules, history and pages follow: the feature, its manager rules, undoing a merge. */
const membershipWriters = ['members', 'permissions', 'merges']
const writesMemberships =
  /\b(update|insert\s+into|delete\s+from|merge\s+into)\s+(only\s+)?(public\.)?"?memberships\b|\.(updateTable|insertInto|deleteFrom|mergeInto|replaceInto)\(\s*['"`]memberships\b/i
/** What changes assignments has to write deltas, days and causes with them: one command does. */
const changesAssignments = /\bupdate\s+(only\s+)?(public\.)?"?assignments\b|\bupdateTable\(\s*['"`]assignments\b/i
const changeCommand = 'apps/server/src/features/assignments/commands/change-assignments.ts'

/** Where sentences name the actor instead of the words below. Migrations never change, and other checks read `words/`. */
const plainPlaces = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example', 'compose.yaml', 'docs', 'tools', 'bench', 'e2e'],
  ...['apps/server/demo', 'apps/server/sql', 'apps/server/src', 'apps/server/test', 'packages/contract/src'],
  ...['apps/web/src', 'apps/web/tools'],
]
const isProse = /\.(tsx?|[cm]js|sql|md|css|html|sh|ya?ml|example)$/
const twisted = /\bwho(m|(so|m)?ever)\b/i
/** Quoted from pages, whose texts change in `words/`. */
const fromPages = ['Whoever finishes “', /'Whoever .* gets the badge/, 'Whom this concerns', 'Who manages whom?']

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
  const isServer = file.startsWith('apps/server/src/') && !/\.(test|proof)\.ts$/.test(file)
  if (isServer && file !== changeCommand && changesAssignments.test(readFileSync(join(root, file), 'utf8')))
    say(file, 'changes assignments; changeAssignments() alone does')
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
for (const place of plainPlaces) {
  const isFile = isProse.test(place)
  const files = isFile ? [join(root, place)] : filesOf(join(root, place)).filter((file) => isProse.test(file))
  if (files.length === 0) say(place, 'has no text')
  for (const file of files) checkProse(relative(root, file).replaceAll('\\', '/'))
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

function checkProse(file) {
  if (file.includes('/words/')) return
  for (const [i, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    const [word] = twisted.exec(fromPages.reduce((text, quote) => text.replace(quote, ''), line)) ?? []
    if (word !== undefined) say(`${file}:${i + 1}`, `"${word}": name who does it`)
  }
}

function checkServerFile(feature, file, folder) {
  const parts = file.slice(folder.length + 1).split('/')
  if (words.test(parts.join('/'))) return
  // a table contains a test's expectations, case by case
  const isTest = /\.(test|proof|table)\.ts$/.test(file)
  const name = parts.at(-1).replace(/(\.test|\.proof|\.table|\.d)?\.ts$/, '')
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) say(file, 'is not kebab-case')
  if (parts.length > 2) say(file, 'lies too deep')
  const mayBeFolder = folders.includes(parts[0]) || ownFolders[feature]?.includes(parts[0])
  if (parts.length === 2 && !mayBeFolder) say(file, `only ${folders.join(' and ')} become folders`)
  const isOwn = ownFiles[feature]?.includes(name)
  if (parts.length === 1 && !isTest && !vocabulary.includes(name) && !isOwn)
    say(file, `is none of ${vocabulary.join(', ')}`)
  const text = readFileSync(join(root, file), 'utf8')
  if (!isTest && !membershipWriters.includes(feature) && writesMemberships.test(text))
    say(file, 'writes memberships; use changeMemberships() or insertMemberships() of members')
  const isShown = isTest || legalNames.includes(`${feature}/${parts.join('/')}`)
  if (!isShown && /(?<!shown_)first_name \|\| ' '/.test(text))
    say(file, 'shows first_name; people are called by shown_first_name')
  const place = parts.length === 2 ? parts[0] : name
  if (isTest || mayHaveSql.includes(place)) return
  const line = text.split('\n').findIndex((one) => sql.test(one) && !/^\s*(\/\/|\*)/.test(one))
  if (line !== -1) say(`${file}:${line + 1}`, 'has SQL, which belongs into queries, commands or person')
}

function featureFolders(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
}

/** Second column of the glossary's table. */
function glossaryPlurals() {
  const text = readFileSync(join(root, 'docs', 'glossary.md'), 'utf8')
  const rows = [...text.matchAll(/^\|([^|]+)\|([^|]*)\|/gm)].map(([, , plural]) => plural.trim().replaceAll(' ', '-'))
  return new Set(rows.filter((word) => word !== '' && word !== 'plural' && !/^-+$/.test(word)))
}
