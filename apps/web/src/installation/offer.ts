/** The browser's word that the application can be installed; Chromium's own, in no standard's types. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallOffer | null = null
let isAwaited = false
const listeners = new Set<() => void>()

/** Takes the browser's offer, for the user menu to make; has to listen before the page names its manifest. */
export function awaitInstallOffer(): void {
  if (isAwaited) return
  isAwaited = true
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallOffer)
  })
  addEventListener('appinstalled', () => keep(null))
}

export function canInstall(): boolean {
  return offer !== null
}

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lets the browser ask. An offer is good once: the browser makes another one when it thinks fit. */
export async function install(): Promise<void> {
  const taken = offer
  keep(null)
  await taken?.prompt()
}

function keep(next: InstallOffer | null): void {
  offer = next
  for (const listener of listeners) listener()
}
