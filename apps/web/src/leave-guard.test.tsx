import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useCloseGuard } from './leave-guard.ts'
import { prepareComponents, show } from './testing/show.tsx'
import { DialogHost } from './ui/DialogHost.tsx'

prepareComponents({ namespaces: ['common'] })

function Host({ dirty, onClose }: { dirty: boolean; onClose: () => void }) {
  const close = useCloseGuard(dirty, onClose)
  return (
    <>
      <button type="button" onClick={() => void close()}>
        Away
      </button>
      <DialogHost />
    </>
  )
}

it('closes what is empty at once', async () => {
  const onClose = vi.fn()
  show(<Host dirty={false} onClose={onClose} />)
  fireEvent.click(screen.getByText('Away'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

it('asks before what was filled in is lost', async () => {
  const onClose = vi.fn()
  show(<Host dirty onClose={onClose} />)
  fireEvent.click(screen.getByText('Away'))
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Away'))
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})
