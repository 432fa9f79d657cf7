import { Outlet, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryRouter } from '../testing/memory-router.ts'
import type { AnchorProps } from '../ui/AppLink.tsx'
import { RouterAnchor } from './RouterAnchor.tsx'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  window.onclick = null
})

/** A link on the first page; `left` counts clicks that the browser itself would follow. */
async function given(props: AnchorProps) {
  const frame = () => (
    <>
      <RouterAnchor {...props}>there</RouterAnchor>
      <Outlet />
    </>
  )
  const router = memoryRouter('/', { '/$': () => null }, frame)
  render(<RouterProvider router={router as never} />)
  const link = await screen.findByText('there')
  const left = { count: 0 }
  window.onclick = (event) => {
    if (!event.defaultPrevented) left.count++
    event.preventDefault()
  }
  const here = () => router.history.location.href
  return { link, left, here, click: (init: MouseEventInit = {}) => fireEvent.click(link, { button: 0, ...init }) }
}

test('goes to our own pages with search and place, as one step of the history', async () => {
  const { link, click, here, left } = await given({ href: '/apps/admin/users?status=active&sort=email#row' })
  expect(link.getAttribute('href')).toBe('/apps/admin/users?status=active&sort=email#row')
  click()
  await vi.waitFor(() => expect(here()).toBe('/apps/admin/users?status=active&sort=email#row'))
  expect(left.count).toBe(0)
})

test('leaves to the browser what opens elsewhere, and what is no page', async () => {
  const pressed = await given({ href: '/apps/course/1' })
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) pressed.click({ [key]: true })
  pressed.click({ button: 1 })
  expect([pressed.left.count, pressed.here()]).toEqual([5, '/'])
  cleanup()
  for (const props of [
    { href: '/api/members.csv' },
    { href: '/files/1' },
    { href: '/pages/profile', target: '_blank' },
    { href: '/pages/profile', download: '' },
    { href: 'https://example.org/' },
    { href: '#place' },
  ]) {
    const { click, left, here } = await given(props)
    click()
    expect([left.count, here()], props.href).toEqual([1, '/'])
    cleanup()
  }
})

test('does not go where somebody has said no, and never to another site by two strokes', async () => {
  const no = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  const refused = await given({ href: '/apps/course/1', onClick: no })
  refused.click()
  expect([no.mock.calls.length, refused.here()]).toEqual([1, '/'])
  cleanup()
  for (const href of ['//elsewhere.example/x', '/\\elsewhere.example/x']) {
    const { link, click, here } = await given({ href })
    expect(link.getAttribute('href')).toBe('/elsewhere.example/x')
    click()
    await vi.waitFor(() => expect(here()).toBe('/elsewhere.example/x'))
    cleanup()
  }
})

test('another window says no word of this one to a site', async () => {
  const { link } = await given({ href: 'https://example.org/', target: '_blank' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})
