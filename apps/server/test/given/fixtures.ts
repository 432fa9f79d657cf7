import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The project's root folder. */
export const repositoryRoot = resolve(import.meta.dirname, '../../../..')

/** A third-party package, or null where the folder of them is absent. */
export function findFixture(name: string): string | null {
  const folder = resolve(repositoryRoot, process.env.LEARNT_FIXTURES ?? '../shared/fixtures')
  const path = join(folder, name)
  return existsSync(path) ? path : null
}
