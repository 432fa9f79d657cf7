import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { takeAttempt } from '../session/attempted-path.ts'
import { prepareComponents } from '../testing/show.tsx'
import { showSignedIn } from '../testing/show-signed-in.tsx'
import { IdleGuard } from './IdleGuard.tsx'

prepareComponents({ namespaces: ['common', 'guard'] })

it('returns to the page for the person who was idle, and for nobody else', async () => {
  const opened: string[] = []
  vi.stubGlobal('location', {
    pathname: '/apps/users',
    search: '?search=meier',
  })
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  for (const [next, path] of [
    ['anna', '/apps/users?search=meier'],
    ['ben', null],
  ] as const) {
    const { unmount } = showSignedIn(<IdleGuard onLeave={(path) => opened.push(path)} />, {
      me: { userId: 'anna', sessionStartedAt: 'today' },
      settings: { sessionConfig: { checkUserInactivity: true, expireSessionAfter: 5, unit: 'minutes' } },
    })
    // another tab has signed out
    localStorage.setItem('learnt.idle', JSON.stringify({ session: 'anna today', at: Date.now(), told: 0, out: true }))
    dispatchEvent(new StorageEvent('storage', { key: 'learnt.idle' }))
    await waitFor(() => expect(opened.splice(0)).toEqual(['/login?idle']))
    unmount()
    expect(takeAttempt(next)).toBe(path)
  }
})
