import { parseArgs } from 'node:util'
import type { Proved } from '../apps/server/test/prove-acknowledged.ts'
import { tortureByFaults } from './torture/faults.ts'
import { tortureByKilling } from './torture/kill.ts'

const help = `Usage: npm run torture -- [kill|faults] [--rounds 20] [--seed TEXT]

  kill     kill -9 of the server and of PostgreSQL by turns, while learners play and an administrator works;
           --browser 0   further rounds played in the real browser
  faults   lines cut, slow, silent and doubled, disks full and not syncing, processes standing still, clocks jumping,
           the mail server gone, by turns; wants a PostgreSQL that is installed here
           --processes 2   server processes over the one database
           --only TEXT     only faults with this in their name; may be given several times
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    browser: { type: 'string', default: '0' },
    processes: { type: 'string', default: '2' },
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean' },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const [kind = 'kill', ...rest] = positionals

const isCount = (text: string) => /^[1-9]\d*$/.test(text)

if (
  values.help ||
  !['kill', 'faults'].includes(kind) ||
  rest.length > 0 ||
  !isCount(values.rounds) ||
  !isCount(values.processes) ||
  !/^\d+$/.test(values.browser)
) {
  say(help)
  process.exit(values.help ? 0 : 2)
}
const common = { seed: values.seed, rounds: Number(values.rounds), say }
process.exit(await (kind === 'kill' ? kill() : breakParts()))

async function kill(): Promise<number> {
  say(`Torture by killing: seed ${values.seed}, ${values.rounds} rounds`)
  const { rounds, commits, proved, findings } = await tortureByKilling({
    ...common,
    browserRounds: Number(values.browser),
  })
  const ofServer = rounds.filter((round) => round.victim === 'server').length
  return sum(`${rounds.length} kills (${ofServer} of the server, ${rounds.length - ofServer} of PostgreSQL)`, {
    rounds,
    commits,
    proved,
    findings,
    withinMs: 5000,
  })
}

async function breakParts(): Promise<number> {
  say(`Torture by faults: seed ${values.seed}, ${values.rounds} rounds, ${values.processes} server processes`)
  const { rounds, commits, proved, findings, left } = await tortureByFaults({
    ...common,
    processes: Number(values.processes),
    only: values.only,
  })
  for (const one of left) say(`  left out: ${one}`)
  const kinds = new Set(rounds.map(({ fault }) => fault)).size
  return sum(`${rounds.length} faults of ${kinds} kinds`, { rounds, commits, proved, findings, withinMs: 60_000 })
}

/** Says what came of it; the exit code. */
function sum(
  what: string,
  of: { rounds: { backMs: number }[]; commits: number; proved: Proved; findings: string[]; withinMs: number },
): number {
  const { proved, findings, withinMs } = of
  const back = of.rounds.map((round) => round.backMs).toSorted((a, b) => a - b)
  const slowest = back.at(-1) ?? 0
  const lost = findings.filter((finding) => finding.includes('LOST')).length
  for (const finding of findings) say(`  ! ${finding}`)
  say(
    [
      '',
      `seed ${values.seed}: ${what}`,
      `${of.commits} commits and ${proved.calls} run-time calls acknowledged, ${proved.positions} positions, ${proved.statements} statements, ${proved.mails} mails, ${proved.jobs} jobs`,
      `back after ${(back[Math.floor(back.length / 2)] ?? 0) / 1000} s (median), ${slowest / 1000} s (slowest)`,
      `lost = ${lost}, other findings = ${findings.length - lost}${slowest > withinMs ? `, NOT BACK WITHIN ${withinMs / 1000} s` : ''}`,
    ].join('\n'),
  )
  return findings.length > 0 || slowest > withinMs ? 1 : 0
}
