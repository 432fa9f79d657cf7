import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { listFeatures, type ProductPage } from './pages.ts'

const root = join(import.meta.dirname, '..')
const shares = 3

/**
 * The pages of features that the last commit (a merge: its whole branch) or the working tree changed, and a third of the
 * others. The commit chooses that third: a repeated run checks the same pages, and the next commits check the rest.
 * Without git: all pages.
 */
export async function pagesOfCommit(pages: readonly ProductPage[]): Promise<ProductPage[]> {
  const commit = git('rev-parse', 'HEAD')
  if (!commit) return [...pages]
  const changed = `${git('diff', '--name-only', 'HEAD^1')}\n${git('ls-files', '--others', '--exclude-standard')}`
  const features = await listFeatures()
  const hasChanged = ({ route }: ProductPage) => changed.includes(`apps/web/src/features/${features.get(route)}/`)
  const isChosen = ({ as, name }: ProductPage) => {
    const [first = 0] = createHash('sha256').update(`${commit} ${as} ${name}`).digest()
    return first % shares === 0
  }
  return pages.filter((page) => hasChanged(page) || isChosen(page))
}

function git(...words: string[]): string {
  try {
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
