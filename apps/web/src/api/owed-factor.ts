let show: (() => Promise<boolean>) | null = null
let shown: Promise<boolean> | null = null

/** Who shows the step of a second factor that an open session newly owes; answers whether the session goes on. */
export function onFactorOwed(handler: () => Promise<boolean>): () => void {
  show = handler
  return () => {
    if (show === handler) show = null
  }
}

/** Shows it once, however many ask; false: there is nobody to show it, or the person gave up. */
export function showOwedFactor(): Promise<boolean> {
  shown ??= (show?.() ?? Promise.resolve(false)).finally(() => {
    shown = null
  })
  return shown
}
