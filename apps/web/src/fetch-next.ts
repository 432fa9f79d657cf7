import { breakpoints } from '@learnt/contract/measures'
import { i18n } from './i18n.ts'
import { noteHere } from './page-ready.ts'
import { paths } from './paths.ts'
import { findRoute, judge } from './route-book.ts'

/** Where most people go from their first page, those first that everybody may enter. */
const usual = [paths.myCourses, paths.course('next'), paths.users, paths.courses]

/**
 * Fetches code and words of the pages that come next, one after the other, so that a click finds them there. Not for
 * whoever saves data, nor on a line that has enough to do.
 */
export async function fetchNext(held: readonly string[]): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
  // on a phone the way to everything else: a tap must not find it gone with an older build, or with the network
  if (innerWidth < breakpoints.lg) await import('./shell/NavDrawer.tsx').catch(() => {})
  for (const path of usual) {
    const route = findRoute(path)
    if (!route?.load || !judge(path, held).enter) continue
    try {
      await Promise.all([route.load(), i18n.loadNamespaces([...route.namespaces])])
      noteHere(route)
    } catch {
      // it is gone with a newer build, or the network is: whoever goes there hears of it
      return
    }
  }
}
