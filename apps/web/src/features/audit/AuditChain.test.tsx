import type { ChainState } from '@learnt/contract/audit-chain'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../../testing/show.tsx'
import { AuditChain } from './AuditChain.tsx'

prepareComponents({ namespaces: ['common', 'audit', 'problems'] })

const at = '2026-11-20T09:00:00.000Z'
const check = {
  checkedAt: at,
  upTo: 1200,
  upToAt: at,
  problems: [],
  problemCount: 0,
  erased: 2,
  late: 0,
  isSigned: true,
  strangeLines: 0,
  restores: [],
}

async function shown(of: Partial<NonNullable<ChainState['check']>> | null): Promise<string> {
  const chain = {
    head: { seq: 1200, hash: 'ab', sealedAt: at },
    waiting: 3,
    publicKey: 'k',
    check: of && { ...check, ...of },
  }
  vi.stubGlobal('fetch', async () => Response.json(chain))
  show(
    <QueryClientProvider client={new QueryClient()}>
      <AuditChain />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Verify now' })
  return screen.getByRole('status').textContent ?? ''
}

it('says up to where the log was verified, and what waits', async () => {
  expect(await shown(null)).toContain('Not verified yet')
})

it('counts what erasures emptied, and names a restored backup as such', async () => {
  const text = await shown({ restores: [{ at, upTo: 900, before: 1100 }] })
  expect(text).toContain('Verified up to entry 1,200')
  expect(text).toContain('2 entries were emptied')
  expect(text).toMatch(/A backup was restored .* from entry 1,100 to entry 900/)
  expect(text).toContain('1,200 entries are sealed, 3 wait')
})

it('says in words which entries somebody changed', async () => {
  const text = await shown({
    problemCount: 12,
    problems: [
      { kind: 'edited', from: 4, until: 4, at, action: 'courses.publish', actionName: 'Course published' },
      { kind: 'cut', from: 1190, until: 1200, at: null, action: null, actionName: null },
      { kind: 'inserted', from: null, until: null, at, action: null, actionName: null },
    ],
  })
  expect(text).toContain('12 problems found')
  expect(text).toMatch(/Entry 4: changed since it was sealed \(.+, .+\)/)
  expect(text).toContain('Entries 1,190 to 1,200: cut off at the end of the log')
  expect(text).toContain('An entry without a number: inserted from outside')
})
