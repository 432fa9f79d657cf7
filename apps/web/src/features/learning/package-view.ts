import type { PackageView } from './PackageView.tsx'

let here: typeof PackageView | null = null

/** The code that shows packages, fetched before a page needs it. */
export async function loadPackageView(): Promise<typeof PackageView> {
  const found = await import('./PackageView.tsx')
  here = found.PackageView
  return here
}

/** Null until it has been fetched. */
export function findPackageView(): typeof PackageView | null {
  return here
}
