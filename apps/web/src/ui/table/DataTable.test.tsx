import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../../testing/show.tsx'
import type { Column, Selected } from './Column.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { type ListState, plainList } from './list-state.ts'

interface Animal {
  id: string
  name: string
  legs: number
}

const animals: Animal[] = [
  { id: 'a', name: 'Ant', legs: 6 },
  { id: 'b', name: 'Bee', legs: 6 },
  { id: 'c', name: 'Cat', legs: 4 },
]
const columns: Column<Animal>[] = [
  { id: 'name', header: 'Name', sortable: true, fixed: true, card: 'title', cell: (row) => row.name },
  { id: 'legs', header: 'Legs', sortable: true, cell: (row) => row.legs },
  { id: 'secret', header: 'Secret', hidden: true, cell: () => 'hush' },
]
const found = (total = 3, next: string | null = null) => ({
  data: { items: animals, next, total },
  error: null,
  isFetching: false,
  refetch: () => {},
})

const seen: ListState[] = []
function Host({ start = {}, ...rest }: Partial<DataTableProps<Animal>> & { start?: Partial<ListState> }) {
  const [state, setState] = useState<ListState>({ ...plainList, ...start })
  return (
    <DataTable
      label="Animals"
      columns={columns}
      query={found()}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      {...rest}
      state={state}
      onChange={(next) => {
        seen.push(next)
        setState(next)
      }}
    />
  )
}

const nextPage = { ...found(80), data: { items: [{ id: 'd', name: 'Dog', legs: 4 }], next: null, total: 80 } }
/** The first page, and after a press the second. */
function TurnedPages(props: Partial<DataTableProps<Animal>>) {
  const [isTurned, setTurned] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setTurned(true)}>
        Turn
      </button>
      <Host {...props} query={isTurned ? nextPage : found(80)} />
    </>
  )
}
const lastState = () => seen.at(-1) as ListState

prepareComponents({ namespaces: ['common', 'parts', 'problems'] })

describe('the list', () => {
  it('shows rows and the standard columns with an accessible name', () => {
    show(<Host />)
    const table = screen.getByRole('table', { name: 'Animals' })
    expect(within(table).getAllByRole('row')).toHaveLength(4)
    expect(within(table).getByRole('columnheader', { name: 'Legs' })).toBeTruthy()
    expect(within(table).queryByRole('columnheader', { name: 'Secret' })).toBeNull()
    expect(screen.getByText('3 results')).toBeTruthy()
  })

  it('sorts by a column, and the other way round', () => {
    show(<Host start={{ sort: 'name' }} />)
    fireEvent.click(screen.getByRole('button', { name: /Legs/ }))
    expect(lastState()).toMatchObject({ sort: 'legs', direction: 'asc', cursor: null })
    fireEvent.click(screen.getByRole('button', { name: /Legs/ }))
    expect(lastState()).toMatchObject({ sort: 'legs', direction: 'desc' })
    expect(screen.getByRole('columnheader', { name: /Legs/ }).getAttribute('aria-sort')).toBe('descending')
  })

  it('searches after a pause, keeps the focus and begins on the first page', async () => {
    vi.useFakeTimers()
    show(<Host start={{ cursor: 'x', page: 2 }} />)
    const box = screen.getByRole('searchbox', { name: 'Search' })
    box.focus()
    fireEvent.change(box, { target: { value: 'be' } })
    const before = seen.length
    act(() => vi.advanceTimersByTime(100))
    expect(seen).toHaveLength(before)
    act(() => vi.advanceTimersByTime(300))
    expect(lastState()).toMatchObject({ search: 'be', cursor: null, page: 1 })
    expect(document.activeElement).toBe(box)
  })

  it('narrows by filters, shows them as chips and takes them away', () => {
    show(<Host filters={[{ key: 'kind', label: 'Kind', options: [{ value: 'insect', label: 'Insect', count: 2 }] }]} />)
    fireEvent.click(screen.getByRole('button', { name: 'Kind' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: /Insect/ }))
    expect(lastState().filters).toEqual({ kind: ['insect'] })
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters', hidden: true }))
    expect(lastState().filters).toEqual({})
  })

  it('shows a column that somebody chooses', () => {
    show(<Host />)
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Secret' }))
    expect(lastState().columns).toEqual(['name', 'legs', 'secret'])
    expect(screen.getAllByText('hush')).toHaveLength(3)
  })

  it('goes on by cursor and finds the way back', () => {
    show(<Host query={found(80, 'next-1')} />)
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(lastState()).toMatchObject({ cursor: 'next-1', page: 2 })
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }))
    expect(lastState()).toMatchObject({ cursor: null, page: 1 })
  })
})

describe('selection', () => {
  let selected: Selected | null = null
  const bulkActions = (now: Selected) => {
    selected = now
    return <button type="button">Do it</button>
  }

  it('ticks rows, all of the page, and all that match', () => {
    show(<Host query={found(80)} bulkActions={bulkActions} />)
    const ofPage = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows of this page' })
    expect([ofPage.checked, ofPage.indeterminate]).toEqual([false, false])
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Bee' }))
    expect([ofPage.checked, ofPage.indeterminate]).toEqual([false, true])
    expect(selected).toEqual({ by: 'ids', ids: ['b'], count: 1 })
    fireEvent.click(ofPage)
    expect([ofPage.checked, ofPage.indeterminate]).toEqual([true, false])
    expect(selected).toMatchObject({ by: 'ids', count: 3 })
    fireEvent.click(screen.getByRole('button', { name: 'Select all 80 that match' }))
    expect(selected).toEqual({ by: 'filter', count: 80 })
    expect(screen.getByText('All 80 that match are selected')).toBeTruthy()
  })

  it('unticking one row after all that match leaves named rows only', () => {
    show(<Host query={found(80)} bulkActions={bulkActions} />)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    fireEvent.click(screen.getByRole('button', { name: 'Select all 80 that match' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Bee' }))
    expect(selected).toEqual({ by: 'ids', ids: ['a', 'c'], count: 2 })
  })

  it('ticks off the whole page again, and keeps what is ticked on other pages', () => {
    show(<TurnedPages bulkActions={bulkActions} />)
    const ofPage = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows of this page' })
    fireEvent.click(ofPage)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Bee' }))
    fireEvent.click(screen.getByRole('button', { name: 'Turn' }))
    expect([ofPage.checked, ofPage.indeterminate]).toEqual([false, false])
    fireEvent.click(ofPage)
    expect(selected).toEqual({ by: 'ids', ids: ['a', 'c', 'd'], count: 3 })
    fireEvent.click(ofPage)
    expect(selected).toEqual({ by: 'ids', ids: ['a', 'c'], count: 2 })
  })

  it('is forgotten when the question changes', () => {
    const { container } = show(
      <Host
        bulkActions={bulkActions}
        filters={[{ key: 'kind', label: 'Kind', options: [{ value: 'insect', label: 'Insect' }] }]}
      />,
    )
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ant' }))
    expect(container.textContent).toContain('1 selected')
    fireEvent.click(screen.getByRole('button', { name: 'Kind' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Insect' }))
    expect(container.textContent).not.toContain('1 selected')
  })
})

describe('what is not there', () => {
  const none = { data: { items: [], next: null, total: 0 }, error: null, isFetching: false, refetch: () => {} }

  it('coming, empty, without result, refused and broken look different', () => {
    const { unmount } = show(<Host query={{ data: undefined, error: null, isFetching: true, refetch: () => {} }} />)
    expect(screen.getByLabelText('Loading...').getAttribute('aria-busy')).toBe('true')
    unmount()
    const empty = show(<Host query={none} empty={<p>No animals yet</p>} />)
    expect(screen.getByText('No animals yet')).toBeTruthy()
    empty.unmount()
    const noResult = show(<Host query={none} start={{ search: 'zebra' }} />)
    expect(screen.getByText('No results..')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(lastState().search).toBe('')
    noResult.unmount()
    const refused = show(<Host query={{ ...none, data: undefined, error: { code: 'not-allowed', message: 'no' } }} />)
    expect(screen.getByRole('alert').textContent).toContain('You do not have access to this page')
    refused.unmount()
    const refetch = vi.fn()
    show(
      <Host
        query={{
          data: undefined,
          error: { code: 'internal', message: 'x', instance: 'req-7' },
          isFetching: false,
          refetch,
        }}
      />,
    )
    expect(screen.getByRole('alert').textContent).toContain('req-7')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(refetch).toHaveBeenCalledOnce()
  })
})
