/** The browser takes the focus from what is gone or switched off at its next drawing, and says so to nobody. */
const afterDrawing = 60

/**
 * Whoever ends, removes or unlinks something with the keyboard stands on a button that goes away with it, or is switched
 * off. The focus goes to the nearest thing around it that is still there, and not to the top of the document.
 */
export function keepFocus(): () => void {
  // what has the focus and all around it, up to the page: another page sets the focus itself (use-heading-focus.ts)
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
    // a dialog holds the focus itself, and gives it back when it goes, to a button that may not take it at that moment
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
