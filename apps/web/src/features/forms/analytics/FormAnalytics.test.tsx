import type { ReplyOf } from '@learnt/contract/endpoint'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { api } from '../../../api/operations.ts'
import { prepareComponents } from '../../../testing/show.tsx'
import { showSignedIn } from '../../../testing/show-signed-in.tsx'
import { FormAnalytics } from './FormAnalytics.tsx'

prepareComponents({ namespaces: ['common', 'formAnalytics', 'parts', 'problems'] })

type Figures = ReplyOf<typeof api.forms.analytics>

it('shows the figures of each question as a chart with its table', async () => {
  answer({})
  showSignedIn(<FormAnalytics formId="f" back="/apps/admin/forms" />)
  const part = await screen.findByRole('region', { name: '1. Colour' })
  expect(part.textContent).toContain('8 answers · 80% of all · facility 10%')
  expect(part.textContent).toContain('Few people get this right')
  const table = within(part).getByRole('table', { name: 'Colour' })
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['AnswerPeople', 'Red5', 'Yes3'])
  const toggle = within(part).getByRole('button', { name: 'Show as a table' })
  fireEvent.click(toggle)
  expect(within(part).getByRole('button', { name: 'Show as a chart' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: 'Answers as CSV' })).toBeTruthy()
})

it('shows nothing of an anonymous form that fewer than five people have answered', async () => {
  answer({ tooFew: true, submitted: 3, questions: [], averagePercent: null })
  showSignedIn(<FormAnalytics formId="f" back="/apps/admin/forms" />)
  expect(await screen.findByText(/Fewer than five people have answered/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Answers as CSV' })).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

function answer(change: Partial<Figures>) {
  const figures: Figures = {
    started: 12,
    submitted: 10,
    decided: 9,
    anonymous: false,
    tooFew: false,
    averagePercent: 62.5,
    medianSeconds: 90,
    outcomes: [{ value: 'passed', count: 6 }],
    days: [],
    pages: [],
    questions: [
      {
        field: 'k1',
        kind: 'singleChoice',
        label: 'Colour',
        fromBank: false,
        answered: 8,
        values: [
          { value: 'k2', label: 'Red', count: 5 },
          { value: 'true', label: '', count: 3 },
        ],
        mean: null,
        facility: 0.1,
        discrimination: null,
      },
    ],
    versions: [2, 1],
    asOf: '2026-11-25T10:00:00.000Z',
    can: { correctKey: null },
    ...change,
  }
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify(figures), { headers: { 'content-type': 'application/json' } }),
  )
}
