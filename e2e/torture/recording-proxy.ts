import { createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { freePort } from '../learnt.ts'

/** One request as it arrived at the application. */
export interface SeenRequest {
  method: string
  url: string
  origin: string
  cookie: string
  authorization: string
  site: string
  status: number
}

/** Stands where people reach the application, forwards everything and records it. */
export interface RecordingProxy {
  readonly port: number
  readonly seen: SeenRequest[]
  close(): Promise<void>
}

/** `target`: the port behind; it may open later. */
export async function startRecordingProxy(target: () => number): Promise<RecordingProxy> {
  const seen: SeenRequest[] = []
  const note = ({ method = '', url = '', headers }: IncomingMessage): SeenRequest => {
    const { origin = '', cookie = '', authorization = '' } = headers
    const one = { method, url, origin, cookie, authorization, site: String(headers['sec-fetch-site'] ?? ''), status: 0 }
    seen.push(one)
    return one
  }
  const server = createServer((incoming, answer) => {
    const one = note(incoming)
    const { method, url, headers } = incoming
    const passed = request({ host: '127.0.0.1', port: target(), method, path: url, headers }, (reply) => {
      one.status = reply.statusCode ?? 0
      answer.writeHead(one.status, reply.rawHeaders)
      reply.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    incoming.pipe(passed)
  })
  server.on('upgrade', (incoming, socket, head) => {
    note(incoming)
    const behind = connect(target(), '127.0.0.1', () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
      behind.write(`${lines.join('\r\n')}\r\n\r\n`)
      behind.write(head)
      behind.pipe(socket).pipe(behind)
    })
    const end = () => {
      behind.destroy()
      socket.destroy()
    }
    for (const one of [behind, socket]) one.on('error', end)
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    port,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
