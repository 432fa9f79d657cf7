/// <reference types="node" />
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Route } from '../routes/route-book.ts'
import type { PageNotes } from '../testing/screens.ts'
import { routes } from './routes.ts'

const files = import.meta.glob<PageNotes | undefined>('../features/*/screens.ts', { eager: true, import: 'notes' })
const notes: PageNotes = Object.assign({}, ...Object.values(files))
const document = join(import.meta.dirname, '../../../../docs/coverage.md')

test('docs/coverage.md lists every route with its state (to write it again: npm test -- coverage -u)', async () => {
  await expect(describeRoutes()).toMatchFileSnapshot(document)
})

test('notes are about pages that exist', () => {
  expect(Object.keys(notes).length).toBeGreaterThan(0)
  for (const path of Object.keys(notes))
    expect(stateOf(routes.find((route) => route.path === path)), path).not.toBe('not yet')
})

function describeRoutes(): string {
  const rows = routes.map((route) => [`\`${route.path}\``, route.who, stateOf(route), noteOf(route)])
  return `# Coverage

Every route of the product. The table is written from \`register.ts\` and \`screens.ts\` of each folder in \`apps/web/src/features\`.

- \`works\`: the page does what the specification asks.
- \`part\`: the page works; the note says what is missing.
- \`not yet\`: the address and its access rule exist; the page says what will be there.

The specification's template and demonstration pages are left out; their addresses lead to the page for unknown addresses.

| route | who | state | note |
|---|---|---|---|
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`
}

function stateOf(route: Route | undefined): string {
  if (!route || !(route.load || route.to || route.guestApp)) return 'not yet'
  return notes[route.path]?.missing ? 'part' : 'works'
}

function noteOf({ path, to }: Route): string {
  return notes[path]?.missing ?? notes[path]?.remark ?? (to ? `redirects to ${to}` : '')
}
