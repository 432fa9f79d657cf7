import { expect, it } from 'vitest'
import { freshDatabase } from '../../../test/db.ts'
import { generate, readGenerated } from './generate-rows.ts'

it('rows.ts and schema/ say what the migrations make (else: node apps/server/src/platform/db/generate-rows.ts)', async () => {
  const { adminUrl } = await freshDatabase()
  const [wanted, present] = await Promise.all([generate(adminUrl), readGenerated()])
  expect([...present.keys()].sort()).toEqual([...wanted.keys()].sort())
  for (const [path, content] of wanted) expect(present.get(path), path).toBe(content)
})
