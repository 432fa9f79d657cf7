import type { Server } from 'node:http'
import { createServer, type Server as NetServer } from 'node:net'

export class PortInUse extends Error {
  constructor(port: number, setting: string) {
    super(
      `Port ${port} is in use by another program. Stop that program, or choose another port: ${setting}=${port + 10} npm start`,
    )
    this.name = 'PortInUse'
  }
}

/**
 * Listens on `host`; `localhost` means both loopback addresses, because names resolve to either. The second address
 * hands its connections to the same server, so that sockets and shutdown know them all.
 */
export async function listenOn(
  server: Server,
  port: number,
  host: string,
  setting: string,
): Promise<{ close(): Promise<void> }> {
  await listen(server, port, host === 'localhost' ? '127.0.0.1' : host, setting)
  let second: NetServer | null = null
  if (host === 'localhost') {
    second = createServer((socket) => server.emit('connection', socket))
    // A machine without IPv6 has just the one address.
    await listen(second, port, '::1', setting).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof PortInUse) throw error
      second = null
    })
  }
  return {
    async close() {
      second?.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function listen(server: NetServer, port: number, host: string, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUse(port, setting) : error)
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}
