import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { rememberAttempt, takeAttempt } from '../../session/attempted-path.ts'
import { prepareComponents, show } from '../../testing/show.tsx'
import { LogoutPage } from './LogoutPage.tsx'

prepareComponents({ namespaces: ['common', 'session'] })

it('clears what the tab remembered of the person, before another one signs in', async () => {
  const opened: string[] = []
  vi.stubGlobal('location', { replace: (to: string) => opened.push(to) })
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ url: null }),
  )
  localStorage.setItem('learnt.team', 'one')
  rememberAttempt('/apps/users?search=meier')
  show(<LogoutPage />)
  await waitFor(() => expect(opened).toEqual(['/login']))
  expect(localStorage.getItem('learnt.team')).toBeNull()
  expect(takeAttempt('ben')).toBeNull()
})
