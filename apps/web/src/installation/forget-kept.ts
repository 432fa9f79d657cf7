import { tellOtherTabs } from '../api/session-news.ts'
import { keptAssets } from './kept.ts'

/** Throws away whatever this browser holds of a team or a person beside its sign-in, at logout and at a change of team. */
export async function forgetKept(): Promise<void> {
  tellOtherTabs()
  try {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name !== keptAssets).map((name) => caches.delete(name)))
  } catch {
    // NOTE without https, or where the browser forbids storage, there are no caches and nothing to forget
  }
}
