import type { OwnData } from '@learnt/contract/data-exports'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { showSignedIn } from '../../testing/show-signed-in.tsx'
import { readQuestion } from '../../ui/dialogs.ts'
import { DataPanel } from './DataPanel.tsx'

prepareComponents({ namespaces: ['common', 'profile', 'problems', 'factors', 'parts'] })

const nothing: OwnData = { under: null, ready: null, erase: null, nextEraseAt: null }
const id = '018f0000-0000-7000-8000-000000000001'
const ready = { id, readyAt: '2026-11-20T09:00:00.000Z', expiresAt: '2026-11-27T09:00:00.000Z', size: 12_000 }
const under = (state: 'making' | 'failed', done = 0): OwnData['under'] => ({
  id,
  jobId: id,
  state,
  askedAt: '2026-11-20T09:00:00.000Z',
  done,
  total: done === 0 ? null : 20,
})

let stored: OwnData
let sent: { method: string; path: string; body: unknown }[]
let refuse: { status: number; body: object } | null
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
beforeEach(() => {
  stored = nothing
  sent = []
  refuse = null
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = String(address)
    const method = init.method ?? 'GET'
    if (method === 'GET' && path === '/api/me/factors')
      return json({
        authenticator: null,
        passkeys: [],
        recoveryCodesLeft: 0,
        isRequired: false,
        hasPassword: true,
        provedUntil: '2026-11-20T09:00:00.000Z',
      })
    if (method === 'GET') return refuse ? json(refuse.body, refuse.status) : json(stored)
    sent.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : null })
    if (refuse) return json(refuse.body, refuse.status)
    if (path === '/api/me/proof') return json({ provedUntil: '2026-11-20T09:10:00.000Z' })
    if (path.endsWith('/exports')) {
      stored = { ...stored, under: under('making') }
      return json({ id, jobId: id })
    }
    if (method === 'DELETE') {
      stored = { ...stored, erase: null, nextEraseAt: '2026-11-21T09:00:00.000Z' }
      return new Response(null, { status: 204 })
    }
    const askedAt = '2026-11-20T09:00:00.000Z'
    stored = { ...stored, erase: { askedAt, reason: 'I leave' }, nextEraseAt: '2026-11-21T09:00:00.000Z' }
    return json({ askedAt })
  })
})

const open = () => showSignedIn(<DataPanel />)

it('asks for a copy and says that it waits, then that it is being made', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Request a copy' }))
  expect((await screen.findByRole('status')).textContent).toMatch(/^Waiting to start/)
  expect(sent).toMatchObject([{ method: 'POST', path: '/api/me/data/exports' }])
  expect(screen.queryByRole('button', { name: /copy/ })).toBeNull()
})

it('shows how far the copy is', async () => {
  stored = { ...nothing, under: under('making', 5) }
  open()
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByRole('status').textContent).toMatch(/^The copy is being created/)
})

it('links the finished copy with its size and last day, beside asking for a new one', async () => {
  stored = { ...nothing, ready }
  open()
  const link = await screen.findByRole('link', { name: 'Download' })
  expect(link.getAttribute('href')).toBe(`/api/me/data/exports/${id}`)
  expect(screen.getByText(/Ready until/).textContent).toMatch(/12 kB/)
  expect(screen.getByRole('button', { name: 'Request a new copy' })).toBeTruthy()
})

it('offers to try again where it failed, and a way back where nothing could be read', async () => {
  stored = { ...nothing, under: under('failed') }
  const { unmount } = open()
  expect((await screen.findByRole('alert')).textContent).toBe('The last copy could not be created.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  unmount()
  refuse = { status: 500, body: { type: 'about:blank', title: 'x', status: 500, code: 'internal' } }
  open()
  expect(await screen.findByRole('alert')).toBeTruthy()
})

it('asks for a fresh proof where the server wants one, and goes on with it', async () => {
  open()
  const button = await screen.findByRole('button', { name: 'Request a copy' })
  refuse = { status: 403, body: { type: 'about:blank', title: 'x', status: 403, code: 'proof-required' } }
  await waitFor(() => expect(screen.getByRole('button', { name: 'Request a copy' })).toBe(button))
  fireEvent.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' })
  refuse = null
  fireEvent.change(within(dialog).getByLabelText(/Password/), { target: { value: 'Engines of 1843' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))
  expect((await screen.findByRole('status')).textContent).toMatch(/^Waiting to start/)
  expect(sent).toMatchObject([
    { path: '/api/me/data/exports' },
    { path: '/api/me/proof', body: { password: 'Engines of 1843' } },
    { path: '/api/me/data/exports' },
  ])
})

it('takes the wish to be erased with a reason, and lets it be withdrawn', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Request deletion' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: ' I leave ' } })
  fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
  await waitFor(() => expect(sent).toMatchObject([{ method: 'POST', body: { reason: 'I leave' } }]))
  expect(await screen.findByText('Reason: I leave')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw', hidden: true }))
  await waitFor(() => expect(readQuestion()).not.toBeNull())
  readQuestion()?.answer(true)
  await waitFor(() => expect(sent[1]).toMatchObject({ method: 'DELETE', path: '/api/me/data/erase-request' }))
  const again = await screen.findByRole('button', { name: /Request deletion/, hidden: true })
  expect(again.getAttribute('aria-disabled') ?? String((again as HTMLButtonElement).disabled)).toBe('true')
})
