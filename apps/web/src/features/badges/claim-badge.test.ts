import { beforeEach, expect, it } from 'vitest'
import { claimBadge } from './claim-badge.ts'

beforeEach(() => localStorage.clear())

const ask = async () => [{ id: 'first' }, { id: 'second' }]
const claims = async (session: string, times: number) => {
  const claimed: (string | undefined)[] = []
  for (let i = 0; i < times; i++) claimed.push((await claimBadge(session, ask))?.id)
  return claimed
}

it('gives each badge once in a session, and again in the next one', async () => {
  expect(await claims('monday', 3)).toEqual(['first', 'second', undefined])
  expect(await claims('tuesday', 1)).toEqual(['first'])
})

it('remembers in this tab where the browser keeps nothing', async () => {
  expect(await claims('wednesday', 1)).toEqual(['first'])
  localStorage.clear()
  expect(await claims('wednesday', 1)).toEqual(['second'])
})
