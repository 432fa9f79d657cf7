import { parseArgs } from 'node:util'
import { tortureByKilling } from './torture/kill.ts'

const help = `Usage: npm run torture -- [kill] [--rounds 20] [--browser 0] [--seed TEXT]

  kill   kill -9 of the server and of PostgreSQL by turns, while learners play and an administrator works;
         --browser adds so many rounds played in the real browser
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    browser: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean' },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const [kind = 'kill', ...rest] = positionals

if (
  values.help ||
  kind !== 'kill' ||
  rest.length > 0 ||
  !/^[1-9]\d*$/.test(values.rounds) ||
  !/^\d+$/.test(values.browser)
) {
  say(help)
  process.exit(values.help ? 0 : 2)
}

say(`Torture by killing: seed ${values.seed}, ${values.rounds} rounds`)
const { rounds, commits, proved, findings } = await tortureByKilling({
  seed: values.seed,
  rounds: Number(values.rounds),
  browserRounds: Number(values.browser),
  say,
})
const back = rounds.map((round) => round.backMs).toSorted((a, b) => a - b)
const slowest = back.at(-1) ?? 0
const lost = findings.filter((finding) => finding.includes('LOST')).length
for (const finding of findings) say(`  ! ${finding}`)
say(
  [
    '',
    `seed ${values.seed}: ${rounds.length} kills (${rounds.filter((round) => round.victim === 'server').length} of the server, ${rounds.filter((round) => round.victim !== 'server').length} of PostgreSQL)`,
    `${commits} commits and ${proved.calls} run-time calls acknowledged, ${proved.positions} positions, ${proved.statements} statements, ${proved.mails} mails, ${proved.jobs} jobs`,
    `back after ${(back[Math.floor(back.length / 2)] ?? 0) / 1000} s (median), ${slowest / 1000} s (slowest)`,
    `lost = ${lost}, other findings = ${findings.length - lost}${slowest > 5000 ? ', NOT BACK WITHIN 5 s' : ''}`,
  ].join('\n'),
)
process.exit(findings.length > 0 || slowest > 5000 ? 1 : 0)
