import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { prepareComponents, show } from '../../testing/show.tsx'
import { DataTable } from './DataTable.tsx'
import { plainList } from './list-state.ts'

prepareComponents({ namespaces: ['common', 'parts', 'problems'], wide: false })

it('is a list of cards on a phone, with everything that the row has', () => {
  show(
    <DataTable
      label="Animals"
      columns={[
        {
          id: 'name',
          header: 'Name',
          fixed: true,
          card: 'title',
          cell: (row: { id: string; name: string; legs: number }) => row.name,
        },
        { id: 'legs', header: 'Legs', sortable: true, cell: (row) => row.legs },
      ]}
      query={{
        data: { items: [{ id: 'a', name: 'Ant', legs: 6 }], next: null, total: 1 },
        error: null,
        isFetching: false,
        refetch: () => {},
      }}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      state={plainList}
      onChange={() => {}}
    />,
  )
  expect(screen.queryByRole('table')).toBeNull()
  const [card] = within(screen.getByRole('list', { name: 'Animals' })).getAllByRole('listitem')
  expect(card?.textContent).toContain('Ant')
  expect(within(card as HTMLElement).getByText('Legs').tagName).toBe('DT')
})
