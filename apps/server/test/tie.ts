import { spawn } from 'node:child_process'

/** Names the process that must end with us (the new one after a restart); null once it has ended. */
export type Tie = (pid: number | null) => void

/**
 * Kills a process when we end, even by SIGKILL, which Vitest uses for its workers when it is interrupted. A shell in a
 * process group of its own waits until its input closes. `after` is a further command for it, with `words` as $1, $2
 * and so on.
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
