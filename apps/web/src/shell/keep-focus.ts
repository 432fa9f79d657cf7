/** The browser drops the focus from a removed or disabled element at the next drawing, without an event. */
const afterDrawing = 60

/**
 * An action by keyboard may remove or disable its own button. The focus then moves to the nearest remaining element
 * around it, and not to the top of the document.
 */
export function keepFocus(): () => void {
  // the focused element and its ancestors, up to the page: another page sets the focus itself (use-heading-focus.ts)
  let trail: HTMLElement[] = []
  const remember = ({ target }: FocusEvent) => {
    const content = document.getElementById('content')
    if (!(target instanceof HTMLElement) || !content?.contains(target)) return
    trail = []
    for (let at: HTMLElement | null = target; at && at !== content; at = at.parentElement) trail.push(at)
  }
  let hadDialog = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    timer = undefined
    // a dialog holds the focus itself. On closing it returns the focus, to a button that may be disabled at that
    // moment.
    const comesBack = hadDialog
    hadDialog = isDialogOpen()
    if (hadDialog) return
    if (trail.length === 0 || document.activeElement !== document.body) return
    const isThere = (one: HTMLElement) => one.isConnected && !one.matches(':disabled')
    if (!comesBack && trail[0] && isThere(trail[0])) return
    const place = trail.find(isThere)
    trail = []
    if (!place) return
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1
    place.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(look, afterDrawing)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', remember)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[aria-modal="true"], dialog[open]')].some((one) => one.checkVisibility())
}
