import { newField, newForm, newPage } from '@learnt/contract/forms/new-form'
import type { OpenForm } from '@learnt/contract/forms/operations'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { showSignedIn } from '../../testing/show-signed-in.tsx'
import { FilledForm } from './FilledForm.tsx'
import { findOpenForm } from './kept-answers.ts'

prepareComponents({ namespaces: ['common', 'problems', 'formFields', 'myForms', 'observations'] })

const open: OpenForm = {
  submission: {
    id: '0198c000-0000-7000-8000-000000000001',
    number: 1,
    state: 'inprogress',
    startedAt: '2026-11-25T12:00:00.000Z',
    savedAt: '2026-11-25T12:00:00.000Z',
    revision: 0,
    endsAt: null,
  },
  formId: 'f1',
  assignmentId: null,
  versionNumber: 1,
  as: 'person',
  about: null,
  judges: false,
  form: {
    ...newForm('survey', 'Canteen'),
    pages: [
      newPage([
        { ...newField('shortText', 'Your name'), key: 'name', required: true },
        { ...newField('shortText', 'Your wish'), key: 'wish' },
      ]),
    ],
  },
  member: {},
  answers: {},
  reopened: null,
  comment: '',
  comments: {},
  files: [],
  today: '2026-11-25',
  now: '2026-11-25T12:00:00.000Z',
}
const row = {
  id: open.submission.id,
  number: 1,
  state: 'completed',
  outcome: 'completed',
  versionNumber: 1,
  startedAt: open.now,
  savedAt: open.now,
  submittedAt: open.now,
  decidedAt: open.now,
  points: null,
  outOf: null,
  percent: null,
}

type Reply = { status: number; body: unknown } | 'none'
const sent: { path: string; body: { changes?: Record<string, unknown> } }[] = []
let answer: (path: string) => Reply

beforeEach(() => {
  sent.length = 0
  answer = (path) =>
    path.endsWith('/submit')
      ? { status: 200, body: { submission: row, byTime: false } }
      : {
          status: 200,
          body: { revision: 1, savedAt: '2026-11-25T12:04:00.000Z', conflicts: [], others: {}, endsAt: null },
        }
  vi.stubGlobal('fetch', (path: string, request: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(request.body ?? '{}')) })
    const reply = answer(path)
    if (reply === 'none') return Promise.reject(new TypeError('offline'))
    return Promise.resolve(new Response(JSON.stringify(reply.body), { status: reply.status }))
  })
})

const fill = () => showSignedIn(<FilledForm open={open} />, { me: { firstName: 'Ada', lastName: 'L.' } })
const type = async (name: string, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: new RegExp(name) }), { target: { value } })
const submit = async () => {
  const button = screen.getByRole('button', { name: 'Submit' })
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false))
  fireEvent.click(button)
}
const submissions = () => sent.filter(({ path }) => path.endsWith('/submit'))

it('saves what is typed, and shows the time of the server', async () => {
  fill()
  await type('Your name', 'Ada')
  await screen.findByText(/^Saved .*\d\d:\d\d$/)
  expect(sent.map(({ body }) => body.changes)).toEqual([{ name: 'Ada' }])
  // opened again without a network, it shows the same
  await vi.waitFor(() => expect(findOpenForm('u', 'f1')?.answers).toEqual({ name: 'Ada' }))
})

it('saves what is typed while it still looks for answers that a closed window left', async () => {
  let tell = (_isOpen: boolean) => {}
  const isOpen = new Promise<boolean>((resolve) => {
    tell = resolve
  })
  const request = (_name: string, options: unknown) => (typeof options === 'function' ? new Promise(() => {}) : isOpen)
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
  const left = { at: 1, revision: 0, changes: { name: 'Grace', wish: 'Tea' }, submits: false }
  localStorage.setItem(`learnt.form:u:${open.submission.id}:gone`, JSON.stringify(left))
  fill()
  await type('Your name', 'Ada')
  expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true)
  tell(false)
  await vi.waitFor(() =>
    expect(sent.map(({ body }) => body.changes)).toEqual([{ name: 'Grace', wish: 'Tea' }, { name: 'Ada' }]),
  )
  expect(screen.getByRole('textbox', { name: /Your name/ })).toHaveProperty('value', 'Ada')
  expect(screen.getByRole('textbox', { name: /Your wish/ })).toHaveProperty('value', 'Tea')
  await screen.findByText(/^Saved .*\d\d:\d\d$/)
})

it('lists what stands in the way of submitting, and submits once it is mended', async () => {
  fill()
  await submit()
  expect(screen.getByRole('button', { name: 'Your name: Please answer this.' })).toBeTruthy()
  expect(submissions()).toHaveLength(0)
  await type('Your name', 'Ada')
  expect(screen.queryByText('Please answer this.')).toBeNull()
  await submit()
  expect(await screen.findByText('Submitted')).toBeTruthy()
  expect(submissions()).toHaveLength(1)
  expect(Object.keys(localStorage).filter((name) => name.startsWith('learnt.form'))).toEqual([])
})

it('says at the field what the server found, and keeps everything', async () => {
  const working = answer
  const errors = [{ path: 'answers.wish', message: 'Too short', code: 'invalid' }]
  const problem = { type: 'x', title: 'Invalid', status: 422, code: 'invalid-input', errors }
  answer = (path) => (path.endsWith('/submit') ? { status: 422, body: problem } : { status: 500, body: {} })
  fill()
  await type('Your name', 'Ada')
  await type('Your wish', 'x')
  await submit()
  expect(await screen.findByRole('button', { name: 'Your wish: This is not a valid answer.' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: /Your name/ })).toHaveProperty('value', 'Ada')
  // What could not be saved is sent again and again, also after the page is gone: here it arrives before the test ends.
  answer = working
  act(() => void dispatchEvent(new Event('online')))
  await screen.findByText(/^Saved .*\d\d:\d\d$/)
})

it('waits with the submission while there is no network, and sends it when there is one', async () => {
  const working = answer
  answer = () => 'none'
  fill()
  await type('Your name', 'Ada')
  await submit()
  expect(await screen.findByText(/Your form waits on this device/)).toBeTruthy()
  answer = working
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('Submitted')).toBeTruthy()
})
