import type { Rule } from '@learnt/contract/permissions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../../testing/show.tsx'
import { RuleBuilder } from './RuleBuilder.tsx'
import { firstForm, type RuleForm, readRule, writeRule } from './rule-form.ts'

prepareComponents({ namespaces: ['common', 'parts', 'problems', 'permissions'] })

const values: Record<string, object[]> = {
  position: [
    { value: 'Nurse', label: 'Nurse', count: 41 },
    { value: 'Doctor', label: 'Doctor', count: 7 },
  ],
  managers: [{ value: '019a0000-0000-7000-8000-000000000001', label: 'Ada Lovelace', count: 3 }],
}
const nightShift = { id: '019a0000-0000-7000-8000-000000000002', title: 'Night shift', kind: 'people' }
const audiences = { items: [nightShift], next: null, total: 1 }
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const field = /attributes\/(\w+)/.exec(address)?.[1] ?? ''
    if (address.includes('/api/audiences')) return new Response(JSON.stringify(audiences), { status: 200 })
    return new Response(JSON.stringify({ values: values[field] ?? [] }), { status: 200 })
  })
})

let rule: Rule
function Host({ start }: { start: RuleForm }) {
  const [form, setForm] = useState(start)
  rule = writeRule(form)
  return <RuleBuilder value={form} onChange={setForm} />
}
function open(start: RuleForm) {
  show(
    <QueryClientProvider client={new QueryClient()}>
      <Host start={start} />
    </QueryClientProvider>,
  )
}
const choose = async (box: HTMLElement, text: string, option: RegExp) => {
  fireEvent.change(box, { target: { value: text } })
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

describe('The rule builder', () => {
  it('makes the specification’s map: all fields, any value', async () => {
    open(firstForm())
    await choose(screen.getByRole('combobox', { name: 'is any of' }), 'N', /Nurse.*41 people/)
    expect(rule).toEqual({ rule: { position: ['Nurse'] }, groups: [], everyone: false, audiences: [] })
    fireEvent.click(screen.getByRole('button', { name: 'Add condition (and)' }))
    const boxes = screen.getAllByRole('combobox', { name: 'is any of' })
    const second = boxes[1] as HTMLElement
    fireEvent.change(second, { target: { value: 'new starter' } })
    fireEvent.blur(second)
    expect(rule).toEqual({
      rule: { position: ['Nurse'], tags: ['new starter'] },
      groups: [],
      everyone: false,
      audiences: [],
    })
  })

  it('adds groups beside it, and takes conditions and groups away again', async () => {
    open(readRule({ rule: { position: ['Nurse'] }, groups: [{ loc1: ['Oslo'] }], everyone: false }))
    const group = screen.getByRole('group', { name: 'Group 2' })
    fireEvent.click(within(group).getByRole('button', { name: 'Add condition (and)' }))
    expect(within(group).getAllByRole('combobox', { name: 'is any of' })).toHaveLength(2)
    const first = within(screen.getByRole('group', { name: 'Group 1' }))
    fireEvent.click(first.getByRole('button', { name: 'Remove the condition on Position' }))
    expect(rule).toEqual({ rule: {}, groups: [{ loc1: ['Oslo'] }], everyone: false, audiences: [] })
    fireEvent.click(screen.getByRole('button', { name: 'Remove group 1' }))
    expect(rule).toEqual({ rule: { loc1: ['Oslo'] }, groups: [], everyone: false, audiences: [] })
  })

  it('names saved audiences beside the conditions, and an audience names none', async () => {
    open(firstForm())
    await choose(screen.getByRole('combobox', { name: 'Saved audiences' }), 'Night', /Night shift.*List of people/)
    expect(rule).toEqual({ rule: {}, groups: [], everyone: false, audiences: [nightShift.id] })
    cleanup()
    show(
      <QueryClientProvider client={new QueryClient()}>
        <RuleBuilder alone value={firstForm()} onChange={() => {}} />
      </QueryClientProvider>,
    )
    expect(screen.queryByRole('combobox', { name: 'Saved audiences' })).toBeNull()
  })

  it('says everyone and comes back to the conditions', () => {
    open(readRule({ rule: { position: ['Nurse'] }, groups: [], everyone: false }))
    fireEvent.click(screen.getByRole('radio', { name: 'Everyone' }))
    expect(rule.everyone).toBe(true)
    expect(screen.queryByRole('combobox')).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'People who match' }))
    expect(rule).toEqual({ rule: { position: ['Nurse'] }, groups: [], everyone: false, audiences: [] })
  })

  it('shows people by name where the values are ids', async () => {
    open(readRule({ rule: { managers: ['019a0000-0000-7000-8000-000000000001'] }, groups: [], everyone: false }))
    await waitFor(() => expect(screen.getByText('Ada Lovelace')).toBeTruthy())
  })
})
