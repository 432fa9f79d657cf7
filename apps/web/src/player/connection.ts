import {
  isPlayerStart,
  type PlayerCommand,
  type PlayerEvent,
  type PlayerReady,
  type PlayerStart,
  playerProtocol,
  readPlayerCommand,
} from '@learnt/contract/player'

export interface Connection {
  start: PlayerStart
  tell(event: PlayerEvent): void
  listen(onCommand: (command: PlayerCommand) => void): void
}

/** Shakes hands with the page that frames us. Only the application that the server named is answered. */
export function connect(appOrigin: string): Promise<Connection> {
  return new Promise((resolve) => {
    window.addEventListener('message', function hear(event: MessageEvent<unknown>) {
      const [port] = event.ports
      if (event.source !== window.parent || event.origin !== appOrigin || port === undefined) return
      if (!isPlayerStart(event.data)) return
      window.removeEventListener('message', hear)
      resolve({
        start: event.data,
        tell: (message) => port.postMessage(message),
        listen(onCommand) {
          port.onmessage = (message: MessageEvent<unknown>) => {
            const command = readPlayerCommand(message.data)
            if (command !== null) onCommand(command)
          }
        },
      })
    })
    const ready: PlayerReady = { learnt: 'player-ready', protocol: playerProtocol }
    if (window.parent !== window) window.parent.postMessage(ready, appOrigin)
  })
}

/**
 * Packages look for their API from window to window upwards, also for the one of the other edition, which is not here.
 * Above this window is the application, of which each look is a SecurityError: let the way end here, as at a top window.
 */
export function endSearchHere(): void {
  Object.defineProperty(window, 'parent', { value: window })
  Object.defineProperty(window, 'opener', { value: null })
}
