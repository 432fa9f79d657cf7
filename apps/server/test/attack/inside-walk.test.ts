import { listOperations } from '@learnt/contract'
import pg from 'pg'
import { expect, test } from 'vitest'
import { chance } from '../../demo/chance.ts'
import { testApp } from '../app.ts'
import { testDatabase } from '../db.ts'
import type { Leak } from './inside-allowed.ts'
import { knownLeaks, withoutControl } from './inside-allowed.ts'
import { insideWalk } from './inside-walk.ts'
import { report } from './report.ts'

// `npm run attack -- inside` runs it whole; ATTACK_SEED and ATTACK_CASES choose other cases.
const seed = process.env.ATTACK_SEED ?? '20261128'
const cases = Number(process.env.ATTACK_CASES ?? 900)
/** How many of the operations are tried, chosen by the seed; 0: all. */
const wanted = Number(process.env.ATTACK_OPERATIONS ?? 25)
const only = new RegExp(process.env.ATTACK_ONLY ?? '')

test('nobody reads or changes people of their tenant without a right to them', { timeout: 7_200_000 }, async () => {
  const app = await testApp()
  const owner = new pg.Client({ connectionString: (await testDatabase()).adminUrl })
  await owner.connect()
  try {
    const began = performance.now()
    const operations = someOf(listOperations().filter(({ id }) => only.test(id)))
    const summary = await insideWalk({ app, owner, seed, cases, operations })
    const { leaks, uncontrolled, statuses, byInsider, ...numbers } = summary
    report('inside', { ...numbers, leaks: leaks.length, seconds: Math.round((performance.now() - began) / 1000) }, [
      `by insider: ${Object.entries(byInsider)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}`,
      `answers: ${Object.entries(statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ')}`,
    ])
    const isListed = (leak: Leak) =>
      knownLeaks.some(
        (one) => one.operation === leak.operation && one.what === leak.what && one.insiders.includes(leak.insider),
      )
    expect(leaks.filter((leak) => !isListed(leak)).map(inWords), `seed ${seed}`).toEqual([])
    const asked = new Set(operations.map(({ id }) => id))
    const gone = knownLeaks
      .filter(({ operation }) => asked.has(operation))
      .flatMap(({ operation, what, insiders }) => insiders.map((insider) => ({ operation, what, insider })))
      .filter((one) => !leaks.some((leak) => inShort(leak) === inShort(one)))
    expect(gone.map(inShort), 'closed, but still in the list of known leaks').toEqual([])
    const missing = uncontrolled.filter((words) => !((words.split(':')[0] ?? '') in withoutControl))
    expect(missing, 'operations with which nobody succeeds').toEqual([])
    expect(summary.controls).toBeGreaterThan(operations.length / 2)
    // A few operations show nothing to anybody.
    if (operations.length >= 20) expect(summary.shown).toBeGreaterThan(0)
  } finally {
    await owner.end()
  }
})

function inShort({ operation, what, insider }: Omit<Leak, 'words'>): string {
  return `${operation} by ${insider}: ${what}`
}

function inWords(leak: Leak): string {
  return `${inShort(leak)} ${leak.words}`
}

function someOf<T>(all: T[]): T[] {
  if (wanted === 0) return all
  const random = chance(seed)
  const left = [...all]
  return Array.from(
    { length: Math.min(wanted, all.length) },
    () => left.splice(random.int(0, left.length - 1), 1)[0] as T,
  )
}
