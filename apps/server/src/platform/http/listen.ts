import type { Server, ServerResponse } from 'node:http'
import { createServer, type Server as NetServer } from 'node:net'

export class PortInUse extends Error {
  constructor(port: number, setting: string) {
    super(
      `Port ${port} is in use by another program. Stop that program, or choose another port: ${setting}=${port + 10} npm start`,
    )
    this.name = 'PortInUse'
  }
}

export interface Listening {
  /**
   * Takes no new connections and lets open requests finish, for so many milliseconds at most; what is open then is cut.
   * Connections without a request end at once.
   */
  close(graceMs?: number): Promise<void>
}

/**
 * Listens on `host`; `localhost` means both loopback addresses, because names resolve to either. The second address
 * hands its connections to the same server, so that sockets and shutdown know them all.
 */
export async function listenOn(server: Server, port: number, host: string, setting: string): Promise<Listening> {
  let isClosing = false
  const open = new Set<ServerResponse>()
  server.prependListener('request', (_request, response) => {
    if (isClosing) response.shouldKeepAlive = false
    open.add(response)
    response.once('close', () => {
      open.delete(response)
      if (isClosing) server.closeIdleConnections()
    })
  })
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
    async close(graceMs = 0) {
      isClosing = true
      // A connection that is kept would bring the next request while we wait for the last one.
      for (const response of open) response.shouldKeepAlive = false
      second?.close()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
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
