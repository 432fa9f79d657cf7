import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Consequence, inOrder } from './causes.ts'

type Declared = Pick<Consequence, 'name' | 'reads' | 'writes'>

const namesOf = (all: readonly Declared[]) =>
  inOrder(all.map((one) => ({ ...one, follows: sql<boolean>`true`, run: async () => undefined }))).map(
    (one) => one.name,
  )

describe('the order of consequences', () => {
  const all: Declared[] = [
    { name: 'badges', reads: ['points', 'badges'], writes: ['badges', 'notices'] },
    { name: 'certificates', reads: ['assignments'], writes: ['certificates', 'notices'] },
    { name: 'points', reads: ['assignments'], writes: ['points'] },
  ]

  it('follows from what each reads and writes, whatever the order of the features is', () => {
    const order = ['certificates', 'points', 'badges']
    expect(namesOf(all)).toEqual(order)
    expect(namesOf(all.toReversed())).toEqual(order)
    // What writes a notice stands before what would read it.
    expect(namesOf([...all, { name: 'a mail', reads: ['notices'], writes: [] }])).toEqual([...order, 'a mail'])
  })

  it('is refused where each reads what the other writes', () => {
    const circle: Declared = { name: 'rebate', reads: ['badges'], writes: ['points'] }
    expect(() => namesOf([...all, circle])).toThrow('badges,rebate')
  })
})
