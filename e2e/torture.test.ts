import { expect, test } from 'vitest'
import { tortureByKilling } from './torture/kill.ts'

test('four kills lose nothing and do nothing twice', { timeout: 180_000 }, async () => {
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
