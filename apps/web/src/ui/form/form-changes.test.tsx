import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { prepareComponents, show } from '../../testing/show.tsx'
import { AppForm } from './AppForm.tsx'
import { FormChoices } from './FormChoices.tsx'
import { FormText } from './FormText.tsx'
import { changesOf, useStoredValues } from './form-changes.ts'
import { useAppForm, useServerErrors } from './form-state.ts'

const Schema = z.strictObject({
  name: z.string().trim(),
  host: z.string().toLowerCase(),
  place: z.strictObject({ street: z.string(), town: z.string() }),
  hours: z.strictObject({ from: z.string(), to: z.string() }),
  tags: z.array(z.string()),
  columns: z.array(z.strictObject({ title: z.string() })),
})
type Values = z.input<typeof Schema>

const first: Values = {
  name: 'Acme',
  host: 'OLD.example',
  place: { street: 'Mill Lane', town: 'York' },
  hours: { from: '8', to: '17' },
  tags: ['one', 'two'],
  columns: [{ title: 'Mail' }, { title: 'Number' }],
}

prepareComponents({ namespaces: ['common', 'problems', 'parts'] })

interface Held {
  form: ReturnType<typeof useAppForm<typeof Schema>>
  complain: (error: unknown) => void
  setStored: (stored: Values) => void
}

function Host({ held, onSend }: { held: Partial<Held>; onSend: (changes: unknown) => void }) {
  const [stored, setStored] = useState(first)
  const form = useAppForm(Schema, { defaultValues: stored })
  useStoredValues(form, stored)
  Object.assign(held, { form, complain: useServerErrors(form), setStored })
  const { isDirty } = form.formState
  return (
    <AppForm form={form} onSubmit={(values) => onSend(changesOf(form, values, ['hours']))}>
      <FormText name="name" label="Name" />
      <FormText name="host" label="Host" />
      <FormText name="place.street" label="Street" />
      <FormText name="place.town" label="Town" />
      <FormText name="hours.from" label="From" />
      <FormText name="hours.to" label="To" />
      <FormChoices name="tags" label="Tags" free />
      <Columns />
      <button type="submit" disabled={!isDirty}>
        Save
      </button>
    </AppForm>
  )
}

/** Starts with `first`; somebody else may save something, and the server may refuse. */
function open() {
  const onSend = vi.fn()
  const held = {} as Held
  show(<Host held={held} onSend={onSend} />)
  return {
    form: held.form,
    complain: (error: unknown) => act(async () => held.complain(error)),
    storedIs: (stored: Values) => act(async () => held.setStored(stored)),
    sent: async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(onSend).toHaveBeenCalledOnce())
      return onSend.mock.calls[0]?.[0]
    },
  }
}

function Columns() {
  const { fields, remove } = useFieldArray({ name: 'columns' })
  return fields.map((field, at) => (
    <div key={field.id}>
      <FormText name={`columns.${at}.title`} label={`Column ${at + 1}`} />
      <button type="button" onClick={() => remove(at)}>{`Remove ${at + 1}`}</button>
    </div>
  ))
}

const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

describe('what is sent of a form', () => {
  it('is what was changed, as the schema has it', async () => {
    const { sent } = open()
    fill('Name', ' Acme Ltd ')
    // another value before the schema, though not after it
    fill('Host', 'New.example')
    expect(await sent()).toEqual({ name: 'Acme Ltd', host: 'new.example' })
  })

  it('is a part of an object, but all of one that the server does not put together', async () => {
    const { sent } = open()
    fill('Town', 'Leeds')
    fill('To', '18')
    expect(await sent()).toEqual({ place: { town: 'Leeds' }, hours: { from: '8', to: '18' } })
  })

  it('is all of a list', async () => {
    const { sent } = open()
    fireEvent.click(screen.getByRole('button', { name: 'Remove 1' }))
    expect(await sent()).toEqual({ columns: [{ title: 'Number' }] })
  })

  it('is nothing that was changed back', async () => {
    const { sent } = open()
    fill('Street', 'Hill Road')
    fill('Street', 'Mill Lane')
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true)
    fill('Town', 'Leeds')
    expect(await sent()).toEqual({ place: { town: 'Leeds' } })
  })
})

describe('a form whose values somebody else saves', () => {
  const theirs: Values = {
    ...first,
    name: 'Acme Academy',
    place: { street: 'High Street', town: 'York' },
    tags: ['three'],
    columns: [{ title: 'Number' }],
  }

  it('shows theirs, and has nothing to save', async () => {
    const { storedIs, form } = open()
    await storedIs(theirs)
    expect(form.getValues()).toEqual(theirs)
    expect(field('Name').value).toBe('Acme Academy')
    expect(screen.queryByLabelText('Column 2')).toBeNull()
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('keeps what was changed here beside theirs, and sends that alone', async () => {
    const { storedIs, sent } = open()
    fill('Town', 'Leeds')
    fill('Tags', 'four,')
    await storedIs(theirs)
    expect([field('Name').value, field('Street').value, field('Town').value]).toEqual([
      'Acme Academy',
      'High Street',
      'Leeds',
    ])
    fill('Host', 'new.example')
    expect(await sent()).toEqual({ host: 'new.example', place: { town: 'Leeds' }, tags: ['one', 'two', 'four'] })
  })

  it('mixes no two lists', async () => {
    const { storedIs, sent } = open()
    fill('Column 1', 'Address')
    await storedIs(theirs)
    expect([field('Column 1').value, field('Column 2').value]).toEqual(['Address', 'Number'])
    expect(await sent()).toEqual({ columns: [{ title: 'Address' }, { title: 'Number' }] })
  })

  it('keeps a column removed that the other has still', async () => {
    const { storedIs, sent } = open()
    fireEvent.click(screen.getByRole('button', { name: 'Remove 2' }))
    await storedIs({ ...first, name: 'Acme Academy' })
    expect(screen.queryByLabelText('Column 2')).toBeNull()
    expect(await sent()).toEqual({ columns: [{ title: 'Mail' }] })
  })

  it('has nothing to save where both say the same', async () => {
    const { storedIs } = open()
    fill('Name', 'Acme Academy')
    await storedIs({ ...first, name: 'Acme Academy' })
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('keeps what the server complained about', async () => {
    const { storedIs, complain } = open()
    fill('Town', 'Leeds')
    await complain({ message: 'no', errors: [{ path: 'body.place.street', message: 'There is none in Leeds' }] })
    await storedIs(theirs)
    expect(screen.getByText('There is none in Leeds')).toBeTruthy()
    expect(field('Street').value).toBe('High Street')
  })

  it('does not return to the value from before its own save', async () => {
    const { storedIs, form } = open()
    const saved = { ...first, name: 'Acme Ltd' }
    await act(async () => form.reset(saved))
    // rendered again before the next answer
    await storedIs({ ...first })
    expect(field('Name').value).toBe('Acme Ltd')
    await storedIs(saved)
    await storedIs(theirs)
    expect(field('Name').value).toBe('Acme Academy')
  })
})
