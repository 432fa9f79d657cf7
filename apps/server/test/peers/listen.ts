import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  readonly origin: string
  /** Takes the listener, which may need to know the origin. */
  serve(listener: RequestListener): void
  close(): Promise<void>
}

/** A port of this machine, for a service that the product speaks with. */
export async function listen(port = 0): Promise<Listening> {
  let handle: RequestListener = (_request, response) => response.writeHead(503).end()
  const server: Server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(listener) {
      handle = listener
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
