import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hostileAttack } from './attack/hostile.ts'
import { markupAttack } from './attack/markup.ts'
import { launchBrowser } from './browser.ts'
import { startLearnt } from './learnt.ts'

const help = `Usage: npm run attack -- [walk] [inside] [guards] [fuzz] [hostile] [markup] [revocation] [--seed TEXT] [--cases 20000] [--guards 0]
                                [--payloads 47] [--requests 20000] [--people 50] [--rounds 30] [--url URL]
                                [--write]

  walk        every operation by everybody with everybody's ids in every place of a request; --cases of them
  inside      every operation by people of the same tenant with the ids of people they have no right to;
              --cases of them
  guards      every guard taken out, one at a time: the walk has to notice; --guards: only so many
  fuzz        requests made from the contract and spoiled; at least --requests of them
  hostile     bodies that take long to read, while --people others work: how long these wait
  markup      markup in every field, every page opened in the browser; --payloads: only so many
  revocation  what is taken from somebody, asked for at once; --rounds of them
  --url       for hostile and markup: a Learnt that runs already, with the demonstration in it
  --write     writes the numbers into docs/security/attack.md

Without a name all of them run.
`

const root = join(import.meta.dirname, '..')
const names = ['walk', 'inside', 'guards', 'fuzz', 'hostile', 'markup', 'revocation'] as const
type Name = (typeof names)[number]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    cases: { type: 'string', default: '20000' },
    guards: { type: 'string', default: '0' },
    requests: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '30' },
    people: { type: 'string', default: '50' },
    payloads: { type: 'string' },
    url: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const isName = (word: string): word is Name => (names as readonly string[]).includes(word)
const chosen = positionals.length === 0 ? [...names] : positionals.filter(isName)
if (values.help || chosen.length < positionals.length) {
  say(help)
  process.exit(values.help ? 0 : 2)
}

/** The findings of one attack. */
interface Found {
  name: string
  numbers: Record<string, string | number>
  lines: string[]
}

/** Load of the last five minutes: how much else the machine was doing. */
const load = () => (loadavg()[1] ?? 0).toFixed(1)

const folder = mkdtempSync(join(tmpdir(), 'learnt-attack-'))
const found: Found[] = []
let failed = false
try {
  for (const name of chosen) {
    say(`\nattack ${name}: seed ${values.seed}`)
    if (name === 'markup') await runMarkup()
    else if (name === 'hostile') await runHostile()
    else runInProcess(name)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
say('')
for (const { name, numbers } of found)
  say(
    `${name}: ${Object.entries(numbers)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ')}`,
  )
if (values.write) writeNumbers()
process.exit(failed ? 1 : 0)

/** Attacks that call the server in its own process, with its database: tests with longer lists. */
function runInProcess(name: Exclude<Name, 'markup' | 'hostile'>): void {
  const files = {
    walk: 'test/attack/wide-walk.test.ts',
    inside: 'test/attack/inside-walk.test.ts',
    fuzz: 'test/fuzz.test.ts',
    revocation: 'test/attack/revocation.test.ts',
  }
  const words =
    name === 'guards' ? ['--config', 'apps/server/test/attack/vitest.config.ts'] : ['--project', 'server', files[name]]
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...words], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TZ: 'UTC',
      ATTACK_REPORT: folder,
      ATTACK_SEED: values.seed,
      ATTACK_CASES: values.cases,
      ATTACK_OPERATIONS: '0',
      ATTACK_GUARDS: values.guards,
      ATTACK_ROUNDS: values.rounds,
      FUZZ_SEED: values.seed,
      FUZZ_REQUESTS: values.requests,
    },
  })
  if (status !== 0) failed = true
  const file = join(folder, `${name}.json`)
  if (!existsSync(file)) return
  const { numbers, lines } = JSON.parse(readFileSync(file, 'utf8')) as Found
  found.push({ name, numbers: { ...numbers, load: load() }, lines })
}

/** Other people's response times may grow by half. */
async function runHostile(): Promise<void> {
  const learnt = values.url ? undefined : await startLearnt()
  try {
    const { medians, ...summary } = await hostileAttack({
      url: values.url ?? learnt?.url ?? '',
      people: Number(values.people),
      seconds: 30,
    })
    if (summary['answers 5xx'] > 0 || summary['times as long'] > 1.5) failed = true
    found.push({ name: 'hostile', numbers: { ...summary, load: load() }, lines: [`medians: ${medians.join(', ')}`] })
    say(medians.join('\n'))
  } finally {
    await learnt?.stop()
  }
}

async function runMarkup(): Promise<void> {
  const learnt = values.url ? undefined : await startLearnt()
  const browser = await launchBrowser()
  try {
    const { findings, ...numbers } = await markupAttack({
      url: values.url ?? learnt?.url ?? '',
      browser,
      seed: values.seed,
      allPages: true,
      ...(values.payloads ? { payloads: Number(values.payloads) } : {}),
      say,
    })
    for (const words of findings) say(`  ! ${words}`)
    if (findings.length > 0) failed = true
    found.push({ name: 'markup', numbers: { ...numbers, findings: findings.length, load: load() }, lines: [] })
  } finally {
    await browser.close()
    await learnt?.stop()
  }
}

/** The figures are between two marks in the document; each attack that ran replaces its own. */
function writeNumbers(): void {
  const file = join(root, 'docs/security/attack.md')
  let text = readFileSync(file, 'utf8')
  for (const { name, numbers, lines } of found) {
    const [from, to] = [`<!-- ${name}: made by npm run attack -->`, `<!-- end of ${name} -->`]
    const begin = text.indexOf(from)
    const end = text.indexOf(to)
    if (begin < 0 || end < begin) throw new Error(`docs/security/attack.md has no place for ${name}`)
    const rows = Object.entries(numbers).map(([key, value]) => `| ${key} | ${value} |`)
    const notes = lines.map((line) => `- ${line}`)
    const body = ['| | |', '|---|---|', ...rows, '', ...notes, ...(notes.length > 0 ? [''] : []), '']
    text = `${text.slice(0, begin)}${[from, '', ...body].join('\n')}${text.slice(end)}`
  }
  writeFileSync(file, text)
}
