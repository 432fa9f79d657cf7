import { expect, it } from 'vitest'
import { plainList } from '../ui/table/list-state.ts'
import { parseSearch, readList, stringifySearch, writeList } from './address.ts'

const standard = { ...plainList, sort: 'title' }
const state = {
  ...standard,
  search: 'fire & rescue',
  sort: 'createdAt',
  direction: 'desc' as const,
  filters: { status: ['draft', 'published'], category: ['Sales, EMEA'] },
  columns: ['title', 'status'],
  limit: 50,
  cursor: 'abc==',
  page: 3,
}

it('a list’s state survives the address', () => {
  expect(readList(stringifySearch(writeList(state, standard)), standard)).toEqual(state)
  expect(readList(stringifySearch(parseSearch(stringifySearch(writeList(state, standard)))), standard)).toEqual(state)
})

it('leaves out what is as usual', () => {
  expect(writeList(standard, standard)).toEqual({})
  expect(stringifySearch({})).toBe('')
})

it('takes nonsense for what is usual', () => {
  expect(readList('?limit=7&page=-1&direction=sideways', standard)).toEqual({ ...standard, filters: {} })
})
