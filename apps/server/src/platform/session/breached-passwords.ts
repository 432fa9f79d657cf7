import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** What people of this product in particular think of first. */
const ownWords = ['learnt', 'learning', 'training', 'courses', 'education', 'learner', 'manager', 'teacher']

let known: ReadonlySet<string> | undefined

/**
 * Whether a password, in lower case, is among the 42,000 of six characters or more that leaked lists have most often in
 * common (tools/make-breached-passwords.cjs). It refuses what is tried first; lock-out does the rest.
 */
export function isBreached(plain: string): boolean {
  known ??= new Set([
    ...brotliDecompressSync(readFileSync(join(import.meta.dirname, 'breached-passwords.br')))
      .toString('utf8')
      .split('\n'),
    ...ownWords,
  ])
  return known.has(plain)
}
