import { listOperations } from '@learnt/contract'
import pg from 'pg'
import { expect, test } from 'vitest'
import { chance } from '../../demo/chance.ts'
import { testApp } from '../app.ts'
import { testDatabase } from '../db.ts'
import { report } from './report.ts'
import { wideWalk } from './wide-walk.ts'

// `npm run attack -- walk` runs more cases; ATTACK_SEED and ATTACK_CASES choose others.
const seed = process.env.ATTACK_SEED ?? '20261121'
const cases = Number(process.env.ATTACK_CASES ?? 400)
/** How many operations are tried, chosen by the seed; 0: all. test/walk.test.ts always tries all of them. */
const wanted = Number(process.env.ATTACK_OPERATIONS ?? 6)

test('nobody gets at anything by an id that is not theirs', { timeout: 7_200_000 }, async () => {
  const app = await testApp()
  const owner = new pg.Client({ connectionString: (await testDatabase()).adminUrl })
  await owner.connect()
  try {
    const began = performance.now()
    const summary = await wideWalk({ app, owner, seed, cases, operations: someOf(listOperations()) })
    const { leaks, statuses, byPrincipal, ...numbers } = summary
    report('walk', { ...numbers, leaks: leaks.length, seconds: Math.round((performance.now() - began) / 1000) }, [
      `by principal: ${Object.entries(byPrincipal)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}`,
      `answers: ${Object.entries(statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ')}`,
    ])
    expect(leaks, `seed ${seed}`).toEqual([])
    // Every operation succeeded for a permitted caller, on the same objects that were attacked.
    expect(summary.admitted).toBe(summary.operations)
    expect(summary.controls).toBeGreaterThan(20)
  } finally {
    await owner.end()
  }
})

function someOf<T>(all: T[]): T[] {
  if (wanted === 0) return all
  const random = chance(seed)
  const left = [...all]
  return Array.from(
    { length: Math.min(wanted, all.length) },
    () => left.splice(random.int(0, left.length - 1), 1)[0] as T,
  )
}
