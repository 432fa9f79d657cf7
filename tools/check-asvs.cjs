// docs/security/asvs.csv has one row for each requirement of OWASP ASVS 5.0, levels 1 and 2, in the chapters covered so
// far. A row without evidence fails, and so does evidence that does not exist: a missing file, or a test name that is
// not in its file.
const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const { root } = require('./launch/say.cjs')

/**
 * Section: the numbers of its requirements of levels 1 and 2. V10: only requirements on clients; Learnt issues no OAuth
 * tokens.
 */
const owed = {
  'V3.2': [1, 2],
  'V3.3': [1, 2, 3, 4],
  'V3.4': [1, 2, 3, 4, 5, 6],
  'V3.5': [1, 2, 3, 4, 5],
  'V3.7': [1, 2],
  'V6.1': [1, 2, 3],
  'V6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  'V6.3': [1, 2, 3, 4],
  'V6.4': [1, 2, 3, 4],
  'V6.5': [1, 2, 3, 4, 5],
  'V6.6': [1, 2, 3],
  'V6.8': [1, 2, 3, 4],
  'V7.1': [1, 2, 3],
  'V7.2': [1, 2, 3, 4],
  'V7.3': [1, 2],
  'V7.4': [1, 2, 3, 4, 5],
  'V7.5': [1, 2],
  'V7.6': [1, 2],
  'V8.1': [1, 2],
  'V8.2': [1, 2, 3],
  'V8.3': [1],
  'V8.4': [1],
  'V9.1': [1, 2, 3],
  'V9.2': [1, 2, 3, 4],
  'V10.1': [1, 2],
  'V10.2': [1, 2],
  'V10.5': [1, 2, 3, 4, 5],
  'V16.1': [1],
  'V16.2': [1, 2, 3, 4, 5],
  'V16.3': [1, 2, 3, 4],
  'V16.4': [1, 2, 3],
  'V16.5': [1, 2, 3],
}
const answers = ['met', 'deviation', 'not applicable']
const header = 'requirement,level,what,answer,evidence,note'

const problems = []
const lines = readFileSync(join(root, 'docs/security/asvs.csv'), 'utf8').trimEnd().split('\n')
if (lines[0] !== header) problems.push(`the first line is not: ${header}`)
const rows = lines.slice(1).map(cellsOf)

const expected = Object.entries(owed).flatMap(([section, numbers]) => numbers.map((number) => `${section}.${number}`))
const given = rows.map(([requirement]) => requirement)
for (const requirement of expected)
  if (given.filter((one) => one === requirement).length !== 1) problems.push(`${requirement}: has not exactly one row`)
for (const requirement of given) if (!expected.includes(requirement)) problems.push(`${requirement}: is not owed`)

for (const [requirement, level, what, answer, evidence, note, ...more] of rows) {
  const complain = (text) => problems.push(`${requirement}: ${text}`)
  if (more.length > 0 || note === undefined) complain('has not six cells')
  if (level !== '1' && level !== '2') complain('level is 1 or 2')
  if (!what) complain('does not say what it asks for')
  if (!answers.includes(answer)) complain(`the answer is one of: ${answers.join(', ')}`)
  if (answer !== 'met' && !note) complain('a deviation, and what does not apply, wants a note')
  if (answer !== 'not applicable' && !evidence) complain('has no evidence')
  for (const one of (evidence ?? '').split(' | ').filter(Boolean)) {
    const [file, title] = one.split(' > ')
    if (!existsSync(join(root, file))) complain(`${file} is not there`)
    else if (title !== undefined && !readFileSync(join(root, file), 'utf8').includes(title))
      complain(`${file} has no "${title}"`)
  }
}

for (const problem of problems) console.log(problem)
if (problems.length === 0) {
  const tested = rows.filter(([, , , , evidence]) => /\.(test|proof)\.tsx?( > |$)/.test(evidence)).length
  console.log(`${rows.length} requirements, ${tested} with a test`)
}
process.exitCode = problems.length === 0 ? 0 : 1

/** Cells of a line; quotes only if a cell contains a comma or a quote. */
function cellsOf(line) {
  const cells = []
  for (const match of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
    cells.push(match[1] === undefined ? match[2] : match[1].replaceAll('""', '"'))
  return cells
}
