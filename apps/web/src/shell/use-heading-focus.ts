import { useEffect, useRef } from 'react'

/** How long a page may take to show its heading before the focus stays on the main region. */
const patience = 4000

/**
 * After a navigation the focus goes to the new page's heading, as a reader of the screen expects; on the first page only
 * when another one was there before the application (`wasHere`).
 */
export function useHeadingFocus(pathname: string, wasHere: boolean): void {
  const before = useRef(wasHere ? null : pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const main = document.getElementById('content')
    // somebody who is typing already, in the page search for instance, keeps the focus
    if (!main || document.activeElement?.matches('input, textarea, select, [contenteditable="true"]')) return
    const focusHeading = () => {
      const heading = main.querySelector<HTMLElement>('[data-page-heading]')
      heading?.focus({ preventScroll: true })
      return heading !== null
    }
    if (focusHeading()) return
    main.focus({ preventScroll: true })
    const observer = new MutationObserver(() => {
      // somebody who has begun to use the page keeps the focus
      if (document.activeElement !== main && document.activeElement !== document.body) observer.disconnect()
      else if (focusHeading()) observer.disconnect()
    })
    observer.observe(main, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), patience)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [pathname])
}
