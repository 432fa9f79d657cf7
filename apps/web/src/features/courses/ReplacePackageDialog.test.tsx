import type { PackageComparison } from '@learnt/contract/courses'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { ReplacePackageDialog } from './ReplacePackageDialog.tsx'

prepareComponents({ namespaces: ['common', 'problems', 'courses'] })

const pack = { id: 'old', title: 'Ladders', kind: 'scorm12', edition: '1.2', version: '', scoCount: 2 } as const
const finding = { part: '', name: '', from: '', to: '', here: 0, begun: 0 }

let answer: { status: number; body: unknown }
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer.body), { status: answer.status }))
})

function open(comparison: Partial<PackageComparison> | null) {
  answer = comparison
    ? {
        status: 200,
        body: { before: pack, after: { ...pack, id: 'new' }, isSame: false, people: 4, findings: [], ...comparison },
      }
    : { status: 500, body: { type: 'x', title: 'internal', status: 500, code: 'internal' } }
  const told = { onReplace: vi.fn(), onKeep: vi.fn() }
  const imported = { id: 'new', title: 'Ladders', kind: '', scoCount: 2, warnings: 0, problems: [], size: 1 }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ReplacePackageDialog courseId="course" activityId="step" imported={imported} {...told} />
    </QueryClientProvider>,
  )
  return told
}

describe('The question before a package is replaced', () => {
  it('says what breaks and for how many people, and replaces on request', async () => {
    const { onReplace } = open({
      findings: [
        { ...finding, code: 'partMissing', breaks: true, part: '<b>Part c</b>', here: 3, begun: 5 },
        { ...finding, code: 'masteryChanged', breaks: false, part: 'Part b', from: '80', to: '' },
      ],
    })
    await screen.findByText('The new package lacks “<b>Part c</b>”. 3 in it now. 5 have begun it.')
    expect(screen.getByText('The mastery score of “Part b” changes from 80 to –.')).toBeTruthy()
    expect(onReplace).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: /Replace/ }))
    expect(onReplace).toHaveBeenCalledOnce()
  })

  it('keeps the present package on request', async () => {
    const { onKeep, onReplace } = open({})
    await screen.findByText('Nothing breaks for people who are in it.')
    fireEvent.click(screen.getByRole('button', { name: 'Keep the present package' }))
    expect([onKeep.mock.calls.length, onReplace.mock.calls.length]).toEqual([1, 0])
  })

  it('replaces at once where learners have nothing to compare with', async () => {
    const { onReplace } = open({ before: null })
    await waitFor(() => expect(onReplace).toHaveBeenCalled())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is no dead end when the comparison fails', async () => {
    const { onReplace } = open(null)
    await screen.findByText(/could not be compared/)
    fireEvent.click(screen.getByRole('button', { name: /Replace/ }))
    expect(onReplace).toHaveBeenCalledOnce()
  })
})
