import { screen } from '@testing-library/react'
import { useTranslation } from 'react-i18next'
import { expect, it } from 'vitest'
import { prepareComponents, show } from '../../testing/show.tsx'
import { showSignedIn } from '../../testing/show-signed-in.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { plainList } from '../../ui/table/list-state.ts'
import { DueCell } from './DueCell.tsx'
import { figureColumns } from './figure-columns.tsx'

prepareComponents({ namespaces: ['common', 'parts', 'reports'] })

const row = {
  title: 'Fire safety',
  assigned: 34,
  notStarted: 20,
  inProgress: 9,
  completed: 5,
  overdue: 0,
  completionRate: 14.7,
  averageScore: null,
  seconds: 60,
}

function Report() {
  const { t } = useTranslation(['reports', 'common'])
  const state = { ...plainList, filters: { asOf: ['2026-11-01'] } }
  const figures = figureColumns<typeof row>({ t, state, nameOf: (one) => one.title, hrefOf: () => '/rows' })
  return (
    <DataTable
      label="Report"
      columns={[figures.assigned, figures.notStarted, ...figures.progress, ...figures.rates]}
      query={{ data: { items: [row], next: null, total: 1 }, error: null, isFetching: false, refetch: () => {} }}
      state={state}
      onChange={() => {}}
      rowId={(one) => one.title}
      rowName={(one) => one.title}
    />
  )
}

it('says what each number counts, and opens the rows behind it as of the same day', () => {
  show(<Report />)
  expect(screen.getByRole('img', { name: /Offers that are not started are not counted/ })).toBeTruthy()
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([
    '/rows?asOf=2026-11-01',
    '/rows?state=notstarted&asOf=2026-11-01',
    '/rows?state=inprogress&asOf=2026-11-01',
    '/rows?state=completed&state=passed&asOf=2026-11-01',
  ])
  expect(screen.getByRole('link', { name: '34: Assigned, Fire safety' })).toBeTruthy()
})

it('shows that the date of somebody on leave stands still', () => {
  showSignedIn(<DueCell dueAt="2026-11-01T00:00:00Z" dueState="upcoming" isPaused />, { settings: { timeZone: 'UTC' } })
  expect(screen.getByText('Paused while on leave')).toBeTruthy()
})
