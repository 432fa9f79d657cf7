import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../testing/show.tsx'
import { ActionButton } from './ActionButton.tsx'

prepareComponents({ namespaces: ['common', 'problems'] })

function Host({ onPress }: { onPress: () => void }) {
  const [off, setOff] = useState(false)
  return (
    <ActionButton
      reasonWords={off ? 'There is nothing to publish.' : undefined}
      onClick={() => {
        onPress()
        setOff(true)
      }}
    >
      Publish
    </ActionButton>
  )
}

it('keeps the focus when it goes off, says why, and does nothing more', () => {
  const onPress = vi.fn()
  show(<Host onPress={onPress} />)
  const button = () => screen.getByRole('button', { name: 'Publish' })
  button().focus()
  fireEvent.click(button())
  expect(document.activeElement).toBe(button())
  expect(button().getAttribute('aria-disabled')).toBe('true')
  const note = document.getElementById(button().getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toBe('There is nothing to publish.')
  fireEvent.click(button())
  expect(onPress).toHaveBeenCalledOnce()
})
