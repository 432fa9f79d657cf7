import type { LayoutSettings } from '@learnt/contract/layout'
import type { Chrome, LayoutChange } from '../routes/route-book.ts'

/** What of the shell a page leaves out. */
const without: Record<Chrome, LayoutChange> = {
  full: {},
  noToolbar: { toolbar: { display: false } },
  bare: {
    navbar: { display: false },
    toolbar: { display: false },
    footer: { display: false },
    leftSidePanel: { display: false },
    rightSidePanel: { display: false },
  },
}

/**
 * The person’s settings, overridden by those of the open page. Computed for every page, so that leaving a page leaves
 * nothing of it behind.
 */
export function layoutOf(
  own: LayoutSettings,
  page: { chrome: Chrome; layout?: LayoutChange | undefined },
): LayoutSettings {
  return merge(merge(own, without[page.chrome]), page.layout ?? {})
}

/** A change laid over settings, part by part. */
export function merge(settings: LayoutSettings, change: LayoutChange): LayoutSettings {
  return {
    ...settings,
    ...change,
    navbar: { ...settings.navbar, ...change.navbar },
    toolbar: { ...settings.toolbar, ...change.toolbar },
    footer: { ...settings.footer, ...change.footer },
    leftSidePanel: { ...settings.leftSidePanel, ...change.leftSidePanel },
    rightSidePanel: { ...settings.rightSidePanel, ...change.rightSidePanel },
  }
}

/** What the shell passes to a layout. */
export interface Frame {
  layout: LayoutSettings
  /** The page has the navigation at the side folded. */
  foldsNavigation: boolean
  /** Below lg: the navigation is a drawer. */
  small: boolean
  drawer: boolean
  onDrawer: (open: boolean) => void
}
