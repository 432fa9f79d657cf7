import { newChoice, newField, newForm, newPage } from '@learnt/contract/forms/new-form'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../../testing/show.tsx'
import { FormRenderer } from './FormRenderer.tsx'
import { preloadFields } from './fields/FieldView.tsx'

prepareComponents({ namespaces: ['common', 'formFields'], wide: false })
await preloadFields(['matrix'])

it('a matrix becomes one card for each row on a phone', () => {
  const onChange = vi.fn()
  const choice = (label: string) => ({ ...newChoice(label), key: label.toLowerCase() })
  const matrix = {
    ...newField('matrix', 'How was it?'),
    key: 'q',
    rows: [choice('Food'), choice('Room')],
    columns: [choice('Good'), choice('Bad')],
  }
  const form = { ...newForm('survey', 'Form'), pages: [newPage([matrix])] }
  show(<FormRenderer form={form} answers={{}} member={{}} onChange={onChange} errors={{}} mode="fill" />)
  expect(screen.queryByRole('table')).toBeNull()
  const room = screen.getByRole('radiogroup', { name: 'Room' })
  fireEvent.click(within(room).getByRole('radio', { name: 'Bad' }))
  expect(onChange).toHaveBeenCalledWith('q', { room: ['bad'] })
})
