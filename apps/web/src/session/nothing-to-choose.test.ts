import type { TeamChoice } from '@learnt/contract/session'
import { expect, test } from 'vitest'
import { hasNothingToChoose } from './nothing-to-choose.ts'

const team = (is: Partial<TeamChoice>) => ({ isCurrent: false, isDefault: false, ...is }) as TeamChoice
const here = team({ isCurrent: true })
const usual = team({ isDefault: true })

test('one team, the present one, leaves nothing to choose', () => {
  expect(hasNothingToChoose([here], false)).toBe(true)
  expect(hasNothingToChoose([team({})], false)).toBe(false)
  expect(hasNothingToChoose([], true)).toBe(false)
})

test('of several the default one is gone on to right after signing in, and never later', () => {
  expect(hasNothingToChoose([here, usual], true)).toBe(true)
  expect(hasNothingToChoose([here, usual], false)).toBe(false)
  expect(hasNothingToChoose([here, team({})], true)).toBe(false)
})
