import { expect, it } from 'vitest'
import { mendStructure, mendTables } from './pdf-structure.ts'

const line = { type: 'content', id: 'mc3' }
const row = { role: 'TR', children: [{ role: 'TD', children: [{ id: 'mc4' }] }] }

it('leaves in a table only what a table has', () => {
  const tree = {
    role: 'Root',
    children: [
      { role: 'P', children: [line] },
      { role: 'Table', children: [line, row, { role: 'TBody', children: [row] }] },
    ],
  }
  expect(mendTables(tree)).toEqual({
    role: 'Root',
    children: [
      { role: 'P', children: [line] },
      { role: 'Table', children: [row, { role: 'TBody', children: [row] }] },
    ],
  })
  expect(mendTables(null)).toBeNull()
})

it('does so for every page, once', async () => {
  let asked = 0
  const page = {
    getStructTree: async () => {
      asked++
      return { role: 'Table', children: [line, row] }
    },
  }
  const pdf = { getPage: async () => page }
  mendStructure(pdf)
  await pdf.getPage()
  expect(await (await pdf.getPage()).getStructTree()).toEqual({ role: 'Table', children: [row] })
  expect(asked).toBe(1)
})
