import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { prepareComponents, show } from '../../testing/show.tsx'
import { readToasts } from '../toasts.ts'
import { AppForm } from './AppForm.tsx'
import { FormChoices } from './FormChoices.tsx'
import { FormText } from './FormText.tsx'
import { useAppForm, useServerErrors } from './form-state.ts'

const Schema = z.strictObject({
  name: z.string().trim().min(2, { error: 'minLength2' }),
  person: z.strictObject({ email: z.string().min(1) }),
  tags: z.array(z.string().max(5)),
})

function Host({ onSubmit, refusal }: { onSubmit: (values: unknown) => void; refusal?: unknown }) {
  const form = useAppForm(Schema, { defaultValues: { name: '', person: { email: '' }, tags: [] } })
  const complain = useServerErrors(form)
  const [, setCount] = useState(0)
  return (
    <AppForm
      form={form}
      onSubmit={(values) => {
        onSubmit(values)
        if (refusal) complain(refusal)
        setCount((count) => count + 1)
      }}
    >
      <FormText name="name" label="Name" />
      <FormText name="person.email" label="Email" />
      <FormChoices name="tags" label="Tags" free />
      <button type="submit">Save</button>
    </AppForm>
  )
}
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

prepareComponents({ namespaces: ['common', 'problems', 'parts'] })

describe('a form', () => {
  it('says what is wrong at the field, counts it, and focuses the first', async () => {
    const onSubmit = vi.fn()
    show(<Host onSubmit={onSubmit} />)
    press()
    await screen.findByText('Min character length is 2')
    expect(screen.getByText('Please fill this in')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('2 fields need your attention')
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field('Name'))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('sends what the schema makes of it', async () => {
    const onSubmit = vi.fn()
    show(<Host onSubmit={onSubmit} />)
    fill('Name', '  Ada ')
    fill('Email', 'ada@example.org')
    fill('Tags', 'one,two,')
    press()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      name: 'Ada',
      person: { email: 'ada@example.org' },
      tags: ['one', 'two'],
    })
  })

  it('puts a refusal of the server at its field, by path', async () => {
    const refusal = {
      message: 'no',
      code: 'invalid-input',
      errors: [{ path: 'body.person.email', message: 'The email has been already registered.' }],
    }
    show(<Host onSubmit={() => {}} refusal={refusal} />)
    fill('Name', 'Ada')
    fill('Email', 'ada@example.org')
    press()
    await screen.findByText('The email has been already registered.')
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
  })

  it('shows a complaint about one entry of a list at the list', async () => {
    const refusal = { message: 'no', code: 'invalid-input', errors: [{ path: 'body.tags.0', message: 'Not this one' }] }
    show(<Host onSubmit={() => {}} refusal={refusal} />)
    fill('Name', 'Ada')
    fill('Email', 'ada@example.org')
    fill('Tags', 'one,')
    press()
    await screen.findByText('Not this one')
  })

  it('says in a toast what belongs to no field', async () => {
    show(<Host onSubmit={() => {}} refusal={{ message: 'Someone else changed this', code: 'stale', errors: [] }} />)
    fill('Name', 'Ada')
    fill('Email', 'ada@example.org')
    press()
    await waitFor(() =>
      expect(readToasts().at(-1)).toMatchObject({ variant: 'error', text: 'Someone else changed this' }),
    )
  })
})
