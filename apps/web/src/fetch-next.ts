import { breakpoints } from '@learnt/contract/measures'
import { loadPackageView } from './features/learning/package-view.ts'
import { i18n } from './i18n.ts'
import { noteHere } from './page-ready.ts'
import { paths } from './paths.ts'
import { findRoute, judge } from './route-book.ts'

/** Where most people go from their first page, those first that everybody may enter. */
const course = paths.course('next')
const usual = [paths.myCourses, course, paths.users, paths.courses]

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
      // a package is what most courses begin with
      const inside = path === course ? loadPackageView() : null
      await Promise.all([route.load(), i18n.loadNamespaces([...route.namespaces]), inside])
      noteHere(route)
    } catch {
      // it is gone with a newer build, or the network is: whoever goes there hears of it
      return
    }
  }
}
