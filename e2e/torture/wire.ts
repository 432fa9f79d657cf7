import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Chance } from '../../apps/server/demo/chance.ts'

/**
 * - `pass`: forwards everything
 * - `slow`: each piece waits its turn, up to a second
 * - `silent`: forwards nothing and tells nobody; open connections are forgotten afterwards, as by a router
 * - `cut`: open connections are broken, new ones refused
 * - `deaf`: requests arrive, answers do not come back
 * - `twice`: requests arrive twice; one answer comes back
 */
export type WireState = 'pass' | 'slow' | 'silent' | 'cut' | 'deaf' | 'twice'

/** A TCP proxy on a port of its own, whose connections can be disturbed. */
export interface Wire {
  readonly port: number
  become(state: WireState): void
  close(): Promise<void>
}

/** `target`: the local port behind; it may open later. `chance` decides how slow is slow. */
export async function layWire(target: () => number, chance: Chance): Promise<Wire> {
  let state: WireState = 'pass'
  const open = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
    return socket
  }
  const server = createServer((near) => {
    keep(near)
    if (state === 'cut') return near.destroy()
    const far = keep(connect(target(), '127.0.0.1'))
    const copy = state === 'twice' ? keep(connect(target(), '127.0.0.1')) : null
    copy?.resume()
    near.on('close', () => {
      far.destroy()
      copy?.destroy()
    })
    far.on('close', () => near.destroy())
    carry(near, (piece) => {
      far.write(piece)
      copy?.write(piece)
    })
    carry(far, (piece) => {
      if (state !== 'deaf') near.write(piece)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  /** Forwards the pieces of a side in order, each when the connection lets it. */
  function carry(from: Socket, hand: (piece: Buffer) => void): void {
    let before = Promise.resolve()
    from.on('data', (piece: Buffer) => {
      if (state === 'silent') return
      if (state === 'slow') {
        const ms = chance.int(10, 1000)
        before = before.then(() => new Promise((done) => setTimeout(done, ms)))
      }
      before = before.then(() => {
        if (!from.destroyed) hand(piece)
      })
    })
  }

  const breakOff = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    become(next) {
      const was = state
      state = next
      // A conversation with missing pieces is useless.
      if (next === 'cut' || was === 'silent' || was === 'deaf') breakOff()
    },
    async close() {
      breakOff()
      await new Promise((done) => server.close(done))
    },
  }
}
