/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from './routes.ts'

const rows = readFileSync(join(import.meta.dirname, '../../../docs/coverage.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const cells = /^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|/.exec(line)
    return cells ? [{ path: cells[1] ?? '', who: cells[2]?.trim(), state: cells[4]?.trim() }] : []
  })

test('docs/coverage.md claims no page that does not exist, and leaves none out', () => {
  for (const route of routes) {
    const row = rows.find((one) => one.path === route.path)
    expect(row, route.path).toBeDefined()
    const isThere = route.load !== undefined || route.to !== undefined || route.guestApp
    if (isThere) continue
    expect(row?.state, route.path).toBe('not yet')
  }
  for (const row of rows.filter((one) => one.state === 'works' || one.state === 'part')) {
    if (row.path === '*') continue
    expect(
      routes.find((route) => route.path === row.path && (route.load || route.to || route.guestApp)),
      row.path,
    ).toBeDefined()
  }
})

test('the rule of every route is the one that is documented', () => {
  for (const route of routes) {
    const row = rows.find((one) => one.path === route.path)
    const who = row?.who === 'start' ? 'any' : row?.who
    expect(route.who, route.path).toBe(who)
  }
})
