import { spawn } from 'node:child_process'

/** Names the process that must not outlive us, the new one after a restart; null once it has ended. */
export type Tie = (pid: number | null) => void

/**
 * Kills a process when we end, however that happens: Vitest ends its workers by SIGKILL when it is interrupted itself.
 * A shell in a process group of its own waits until its input closes. `after` is what it does besides, with `words` as
 * $1, $2 and so on.
 */
export function tieToUs(after = '', ...words: string[]): Tie {
  const script = `while read -r line; do pid=$line; done; [ "$pid" ] || exit; kill -KILL "$pid"; ${after}`
  const shell = spawn('/bin/sh', ['-c', script, 'tie', ...words], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.unref()
  const input = shell.stdin
  input.on('error', () => {})
  ;(input as unknown as { unref?(): void }).unref?.()
  return (pid) => void input.write(`${pid ?? ''}\n`)
}
