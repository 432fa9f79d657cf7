import { expect, test } from 'vitest'
import { tortureByKilling } from './torture/kill.ts'

test('one kill loses nothing and repeats nothing', async () => {
  const seed = process.env.TORTURE_SEED ?? 'short'
  const summary = await tortureByKilling({
    seed,
    rounds: 1,
    learners: 3,
    courses: 3,
    say: (line) => void process.stdout.write(`${line}\n`),
  })
  expect(summary.findings, `seed ${seed}`).toEqual([])
  expect(summary.rounds).toHaveLength(1)
  // Learners were at work all the time, else nothing was tested.
  expect(summary.proved.calls).toBeGreaterThan(summary.commits)
})
