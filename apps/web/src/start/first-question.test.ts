import { expect, it, vi } from 'vitest'
import page from '../../index.html?raw'

/** Runs the script of index.html that asks who is signed in; returns its requests. */
function ask(address: string, signedIn: 'yes' | 'no'): string {
  const script = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)]
    .map(([, text]) => text)
    .find((text) => text?.includes('/api/start'))
  const fetched = vi.fn(async (_: string) => new Response('{}'))
  vi.stubGlobal('fetch', fetched)
  document.head.insertAdjacentHTML('beforeend', `<meta name="signed-in" content="${signedIn}">`)
  history.replaceState(null, '', address)
  new Function(script ?? 'throw new Error("no script")')()
  return fetched.mock.calls[0]?.[0] ?? ''
}

it('shows the sign-in page of the team in the address, and remembers it for the next page', () => {
  localStorage.setItem('learnt.team', 'other')
  localStorage.setItem('learnt.tenant', 'elsewhere')
  expect(ask('/login?team=acme', 'no')).toBe('/api/start?team=acme')
  expect(ask('/register', 'no')).toBe('/api/start?team=acme')
})

it('ignores the team in the address when a person is signed in, and on any other page', () => {
  localStorage.setItem('learnt.team', 'own')
  expect(ask('/login?team=acme', 'yes')).toBe('/api/start?team=own')
  document.head.querySelector('meta')?.remove()
  expect(ask('/apps/courses?team=acme', 'no')).toBe('/api/start?team=own')
})
