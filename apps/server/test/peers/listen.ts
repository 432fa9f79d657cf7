import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  readonly origin: string
  /** Sets the request listener, which may need the origin. */
  serve(listener: RequestListener): void
  close(): Promise<void>
}

/** A local port with a server that the product connects to. */
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
