/**
 * The server's end of the channel to tools/launch: while Learnt gets ready the launcher shows a page on the port.
 * All of it does nothing when the server was started directly.
 */

/** Shown on that page: what is being done, in a few words. */
export function tellStep(text: string): void {
  if (hasLauncher()) process.send?.({ learnt: 'step', text })
}

/** Call right before listening: resolves when the page has left the port. */
export async function takePort(): Promise<void> {
  if (!hasLauncher()) return
  await new Promise<void>((done) => {
    const onMessage = (message: unknown) => {
      if ((message as { learnt?: string } | null)?.learnt === 'port-free') finish()
    }
    const finish = () => {
      process.removeListener('message', onMessage)
      process.removeListener('disconnect', finish)
      process.channel?.unref()
      done()
    }
    process.on('message', onMessage)
    process.on('disconnect', finish)
    process.send?.({ learnt: 'take-port' })
  })
}

/** Calls `stop` when the launcher is killed, which cannot pass that on. */
export function onLauncherGone(stop: () => void): void {
  if (!hasLauncher()) return
  process.once('disconnect', stop)
  process.channel?.unref()
}

function hasLauncher(): boolean {
  return process.env.LEARNT_LAUNCHER === 'yes' && process.connected === true
}
