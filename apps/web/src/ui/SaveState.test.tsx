import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { prepareComponents, show } from '../testing/show.tsx'
import { SaveState } from './SaveState.tsx'

prepareComponents({ namespaces: ['common'] })

it('says the day of what was not saved today', () => {
  const { unmount } = show(<SaveState saving={{ state: 'saved', at: '2026-03-05T14:07:00Z' }} />)
  expect(screen.getByRole('status').textContent).toMatch(/^Saved 2026-03-05, \d\d:07$/)
  unmount()
  show(<SaveState saving={{ state: 'saved', at: new Date().toISOString() }} />)
  expect(screen.getByRole('status').textContent).toMatch(/^Saved \d\d:\d\d$/)
})
