import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { navigationIcons } from '@learnt/contract/standard-navigation'
import { expect, test } from 'vitest'

test('the picture has an icon for each name that an entry of the navigation may have', () => {
  const drawn = readFileSync(join(import.meta.dirname, 'nav-icons.svg'), 'utf8').matchAll(/<symbol id="(\w+)"/g)
  expect([...drawn].map(([, id]) => id).sort()).toEqual([...navigationIcons, 'logout'].sort())
})
