import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { join } from 'node:path'
import { tieToUs } from '../tie.ts'

/** A real NATS server on this machine. */
export interface NatsPeer {
  /** The value for LIVE_URL. */
  readonly url: string
  readonly port: number
  pid(): number
  kill(): Promise<void>
  /** On the same port as before. */
  restart(): Promise<void>
}

/** The path of the program; null where it is not installed. */
export function findNats(): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  const places = [process.env.LEARNT_NATS_SERVER ?? '', ...folders.map((folder) => join(folder, 'nats-server'))]
  return places.find((place) => place !== '' && existsSync(place)) ?? null
}

/** `words`: further arguments, such as `--user`. */
export async function startNats(program: string, words: readonly string[] = [], at?: number): Promise<NatsPeer> {
  const port = at ?? (await freePort())
  const tie = tieToUs()
  let child: ChildProcess
  const launch = async () => {
    child = spawn(program, ['-a', '127.0.0.1', '-p', String(port), ...words], { stdio: 'ignore' })
    tie(child.pid as number)
    const mine = child
    for (let tries = 0; !(await answers(port)); tries++) {
      if (mine.exitCode !== null || tries > 100) throw new Error('nats-server did not start')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await launch()
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    pid: () => child.pid as number,
    kill: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => {
          tie(null)
          resolve()
        })
        child.kill('SIGKILL')
      }),
    restart: launch,
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial({ host: '127.0.0.1', port })
    socket.once('data', () => socket.destroy() && resolve(true))
    socket.once('error', () => resolve(false))
    socket.setTimeout(500, () => socket.destroy() && resolve(false))
  })
}
