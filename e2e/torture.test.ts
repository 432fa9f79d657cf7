import { expect, test } from 'vitest'
import { tortureByFaults } from './torture/faults.ts'
import { tortureByKilling } from './torture/kill.ts'
import { findPostgres } from './torture/own-postgres.ts'
import { tortureReports } from './torture/reports.ts'

test('four kills lose nothing and do nothing twice', async () => {
  const seed = process.env.TORTURE_SEED ?? 'short'
  const summary = await tortureByKilling({
    seed,
    rounds: 4,
    learners: 3,
    courses: 3,
    say: (line) => void process.stdout.write(`${line}\n`),
  })
  expect(summary.findings, `seed ${seed}`).toEqual([])
  expect(summary.rounds.map((round) => round.victim).toSorted()).toEqual(['postgres', 'postmaster', 'server', 'server'])
  // Learners were at work all the while, else nothing was tried.
  expect(summary.commits).toBeGreaterThan(10)
  expect(summary.proved.calls).toBeGreaterThan(summary.commits)
})

test('reports equal a count after two kills amid all that changes them, and show an event soon', async () => {
  const seed = process.env.TORTURE_SEED ?? 'short'
  const summary = await tortureReports({
    seed,
    events: 2000,
    kills: 2,
    say: (line) => void process.stdout.write(`${line}\n`),
  })
  expect(summary.findings, `seed ${seed}`).toEqual([])
  // How soon is for npm run torture to say.
  expect(summary.staleness.length).toBeGreaterThan(0)
  expect(summary.changes).toBeGreaterThan(20)
  expect(summary.completions).toBeGreaterThan(500)
})

test.skipIf(findPostgres() === null)(
  'broken lines, lost answers and a clock that is set back lose nothing and keep nobody waiting',
  async () => {
    const seed = process.env.TORTURE_SEED ?? 'short'
    const summary = await tortureByFaults({
      seed,
      rounds: 3,
      learners: 3,
      courses: 3,
      only: ['line to the database cut', 'answers to people lost', 'clocks two hours behind'],
      say: (line) => void process.stdout.write(`${line}\n`),
    })
    expect(summary.findings, `seed ${seed}`).toEqual([])
    expect(summary.commits).toBeGreaterThan(10)
    for (const { fault, backMs } of summary.rounds) expect(backMs, fault).toBeLessThan(60_000)
  },
)
