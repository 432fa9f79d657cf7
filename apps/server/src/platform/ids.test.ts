import { expect, it } from 'vitest'
import { testClock } from './clock.ts'
import { deterministicId, newId } from './ids.ts'
import { mintTenantId } from './tenant-id.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it('new ids are UUIDv7 and sort by the time they were made', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(UUID.exec(ids[0] as string)?.[1]).toBe('7')
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

it('deterministic ids depend on every part and where it ends', () => {
  const id = deterministicId('learnt', 'user', 'course')
  expect(UUID.exec(id)?.[1]).toBe('8')
  expect(deterministicId('learnt', 'user', 'course')).toBe(id)
  expect(deterministicId('learnt', 'userc', 'ourse')).not.toBe(id)
  expect(deterministicId('learnt', 'user', 'course', '')).not.toBe(id)
})

it('a tenant id is a slug', () => {
  expect(mintTenantId('learnt-2')).toBe('learnt-2')
  for (const wrong of ['', 'Learnt', '-x', 'x-', 'a b', "'; --", 'x'.repeat(64)])
    expect(() => mintTenantId(wrong)).toThrow()
})

it('the test clock stands still until it is moved', () => {
  const clock = testClock('2026-01-01T00:00:00Z')
  clock.advance(1500)
  expect(clock.now()).toEqual(new Date('2026-01-01T00:00:01.500Z'))
  expect(clock.now()).toEqual(clock.now())
  clock.set('2027-01-01T00:00:00Z')
  expect(clock.now().getUTCFullYear()).toBe(2027)
})
