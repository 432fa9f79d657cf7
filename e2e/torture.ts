import { parseArgs } from 'node:util'
import type { Proved } from '../apps/server/test/prove-acknowledged.ts'
import { tortureEvents } from './torture/events.ts'
import { tortureByFaults } from './torture/faults.ts'
import { tortureForms } from './torture/forms.ts'
import { tortureByKilling } from './torture/kill.ts'
import { findPostgres } from './torture/own-postgres.ts'
import { torturePoints } from './torture/points.ts'
import { tortureReports } from './torture/reports.ts'
import { tortureByRestarts } from './torture/restart.ts'

const help = `Usage: npm run torture -- [kill|faults|reports|forms|points|events|restart] [--rounds 20] [--seed TEXT]

  kill     kill -9 of the server and of PostgreSQL by turns, while learners play and an administrator works;
           --browser 0   further rounds played in the real browser
  faults   lines cut, slow, silent and doubled, disks full and not syncing, processes standing still, clocks jumping,
           the mail server gone, NATS killed and standing still, by turns; wants a PostgreSQL that is installed here
           --processes 2   server processes over the one database
           --store folder  where files are kept; object: in an object store, which is cut and silent by turns too
           --only TEXT     only faults with this in their name; may be given several times
  reports  kill -9 of the server and of PostgreSQL while many learn, people leave and come back, rules are switched, due
           dates move, courses are withdrawn and published: the reports equal a count, and show an event soon
           --events 100000   acknowledged changes
           --kills 10        instead of one for 10000 events
           --minutes 8       ends then, however far it is
  forms    kill -9 of the server and of PostgreSQL while people fill in a form; then a crowd submits within a second
           --people 50       who fill in
           --burst 2000      who submit at once
  points   10000 redeems at once on a balance that is enough for 137; then random redeems, adjustments and orders with
           kill -9 of the server and of PostgreSQL: no balance below zero, each equals its entries
           --operations 100000   random operations
           --kills 10            instead of one for 10000 operations
  events   kill -9 of the server and of PostgreSQL while people register for an event and give up again
           --people 50       who do
  restart  two processes are restarted by turns behind nginx, with the configuration of docs/operating.md, while people
           save, look and upload, with an object store and separate folders: nobody sees an error, and nothing is lost. Without nginx (or LEARNT_NGINX) a small proxy stands in
           --people 50       who do
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    browser: { type: 'string', default: '0' },
    processes: { type: 'string', default: '2' },
    store: { type: 'string', default: 'folder' },
    only: { type: 'string', multiple: true, default: [] },
    events: { type: 'string', default: '100000' },
    kills: { type: 'string' },
    minutes: { type: 'string' },
    people: { type: 'string', default: '50' },
    burst: { type: 'string', default: '2000' },
    operations: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean' },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const [kind = 'kill', ...rest] = positionals

const isCount = (text: string) => /^[1-9]\d*$/.test(text)

if (
  values.help ||
  !['kill', 'faults', 'reports', 'forms', 'points', 'events', 'restart'].includes(kind) ||
  rest.length > 0 ||
  !isCount(values.rounds) ||
  !isCount(values.processes) ||
  !['folder', 'object'].includes(values.store) ||
  ![values.people, values.burst, values.events, values.operations, values.kills ?? '1', values.minutes ?? '1'].every(
    isCount,
  ) ||
  !/^\d+$/.test(values.browser)
) {
  say(help)
  process.exit(values.help ? 0 : 2)
}
const common = { seed: values.seed, rounds: Number(values.rounds), say }
const kinds = { kill, faults: breakParts, reports, forms, points, events, restart }
process.exit(await kinds[kind as keyof typeof kinds]())

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
  if (findPostgres() === null) {
    say('Torture by faults is left out: no PostgreSQL is installed here whose disk and line could be broken')
    return 0
  }
  say(`Torture by faults: seed ${values.seed}, ${values.rounds} rounds, ${values.processes} server processes`)
  const { rounds, commits, files, proved, findings, left } = await tortureByFaults({
    ...common,
    processes: Number(values.processes),
    store: values.store === 'object' ? 'object' : 'folder',
    only: values.only,
  })
  for (const one of left) say(`  left out: ${one}`)
  say(`  ${files} files acknowledged`)
  const kinds = new Set(rounds.map(({ fault }) => fault)).size
  return sum(`${rounds.length} faults of ${kinds} kinds`, { rounds, commits, proved, findings, withinMs: 60_000 })
}

async function reports(): Promise<number> {
  say(`Torture of the reports: seed ${values.seed}, ${values.events} events`)
  const found = await tortureReports({
    seed: values.seed,
    events: Number(values.events),
    ...(values.kills ? { kills: Number(values.kills) } : {}),
    ...(values.minutes ? { withinMs: Number(values.minutes) * 60_000 } : {}),
    say,
  })
  const { staleness, findings } = found
  const at = (part: number) => ((staleness[Math.ceil(staleness.length * part) - 1] ?? 0) / 1000).toFixed(2)
  const late = staleness.filter((ms) => ms > 2000).length
  for (const finding of findings) say(`  ! ${finding}`)
  say(
    [
      '',
      `seed ${values.seed}: ${found.events} events in ${Math.round(found.seconds)} s, ${found.changes} of them changes of people, rules and courses; ${found.kills.length} kills`,
      `${found.completions} completions looked for; ${found.sizes.assignments} assignments, ${found.sizes.progress} steps under way, ${found.sizes.statements} statements`,
      `a report showed an event after ${at(0.5)} s (median), ${at(0.99)} s (99 of 100), ${at(1)} s (slowest) in ${staleness.length} looks, later than 2 s = ${late}`,
      `findings = ${findings.length}`,
    ].join('\n'),
  )
  return findings.length > 0 || late > 0 ? 1 : 0
}

async function forms(): Promise<number> {
  say(
    `Torture of forms: seed ${values.seed}, ${values.people} people, ${values.rounds} rounds, then ${values.burst} at once`,
  )
  const found = await tortureForms({ ...common, people: Number(values.people), burst: Number(values.burst) })
  const { burst, findings } = found
  for (const finding of findings) say(`  ! ${finding}`)
  const isLate = burst.slowestMs > 30_000
  say(
    [
      '',
      `seed ${values.seed}: ${found.kills} kills, ${found.saves} saves shown as saved, ${found.answers} answers looked for`,
      `${burst.answered} of ${burst.sent} submitted within a second were answered: median ${(burst.medianMs / 1000).toFixed(1)} s, slowest ${(burst.slowestMs / 1000).toFixed(1)} s, ${burst.tries} requests${isLate ? ', NOT WITHIN 30 s' : ''}`,
      `lost = ${findings.filter((one) => one.includes('LOST')).length}, other findings = ${findings.filter((one) => !one.includes('LOST')).length}`,
    ].join('\n'),
  )
  return findings.length > 0 || isLate || burst.answered < burst.sent ? 1 : 0
}

async function points(): Promise<number> {
  say(`Torture of points: seed ${values.seed}, 10000 redeems at once, then ${values.operations} operations`)
  const found = await torturePoints({
    seed: values.seed,
    operations: Number(values.operations),
    ...(values.kills ? { kills: Number(values.kills) } : {}),
    say,
  })
  const { burst, sizes, findings } = found
  for (const finding of findings) say(`  ! ${finding}`)
  say(
    [
      '',
      `seed ${values.seed}: ${burst.redeemed} of ${burst.sent} redeems at once were granted and ${burst.refused} refused, in ${burst.seconds.toFixed(1)} s`,
      `${found.operations} operations in ${found.seconds.toFixed(0)} s with ${found.kills} kills: ${found.done} carried out, ${found.refused} refused, ${found.repeated} whose answer a kill took`,
      `${sizes.entries} entries, ${sizes.orders} orders, ${sizes.balance} points in all balances`,
      `findings = ${findings.length}`,
    ].join('\n'),
  )
  return findings.length > 0 ? 1 : 0
}

async function events(): Promise<number> {
  say(`Torture of events: seed ${values.seed}, ${values.people} people, ${values.rounds} rounds`)
  const found = await tortureEvents({ ...common, people: Number(values.people) })
  const { findings } = found
  for (const finding of findings) say(`  ! ${finding}`)
  const lost = findings.filter((one) => one.includes('LOST')).length
  say(
    [
      '',
      `seed ${values.seed}: ${found.kills} kills, ${found.calls} calls answered, ${found.registrations} people for ${found.seats} seats, ${found.steps} changes, ${found.mails} mails`,
      `lost = ${lost}, other findings = ${findings.length - lost}`,
    ].join('\n'),
  )
  return findings.length > 0 ? 1 : 0
}

async function restart(): Promise<number> {
  say(`Torture by restarts: seed ${values.seed}, ${values.people} people, ${values.rounds} restarts`)
  const found = await tortureByRestarts({ ...common, people: Number(values.people) })
  const { findings } = found
  for (const finding of findings) say(`  ! ${finding}`)
  const lost = findings.filter((one) => one.includes('LOST')).length
  say(
    [
      '',
      `seed ${values.seed}: ${found.restarts} restarts behind ${found.by}, ${found.saves} saves, ${found.looks} looks and ${found.files} files in pieces, the slowest took ${found.slowestMs} ms`,
      `lost = ${lost}, errors = ${findings.length - lost}`,
    ].join('\n'),
  )
  return findings.length > 0 ? 1 : 0
}

/** Prints the result; returns the exit code. */
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
