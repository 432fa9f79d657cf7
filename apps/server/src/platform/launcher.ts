/** Talks to the launcher behind `npm start`, where there is one: it shows a page on the port until the server takes over. */
export interface Launcher {
  /** What is being done, for the page that people see meanwhile. */
  step(text: string): void
  /** Resolves once the port is free to listen on. */
  takePort(): Promise<void>
  /** Calls `stop` when the launcher is gone, or was already: the server must not live on without it. */
  onGone(stop: () => void): void
}

export function findLauncher(): Launcher {
  if (process.env.LEARNT_LAUNCHER !== 'yes' || process.send === undefined) {
    return { step: () => {}, takePort: async () => {}, onGone: () => {} }
  }
  const send = (message: object) => {
    if (process.connected) process.send?.(message)
  }
  return {
    step: (text) => send({ learnt: 'step', text }),
    takePort: () =>
      new Promise((resolve) => {
        if (!process.connected) return resolve()
        process.on('message', (message: { learnt?: string }) => {
          if (message?.learnt === 'port-free') resolve()
        })
        process.once('disconnect', () => resolve())
        send({ learnt: 'take-port' })
      }),
    onGone: (stop) => (process.connected ? process.once('disconnect', stop) : stop()),
  }
}
