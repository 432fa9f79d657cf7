import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { freePort } from '../learnt.ts'

/** Stands where people reach the application; can disappear, fail, or serve a newer build. */
export interface Front {
  readonly url: string
  /** `gone`: nobody answers; `outage`: a proxy answers that there is nothing behind it. */
  state: 'up' | 'gone' | 'outage'
  /** Serves pages and worker of a build with another name. */
  isNewBuild: boolean
  /** The port behind it. */
  target: number
  /** The path of the entry script that pages get. */
  entry(): Promise<string>
  close(): Promise<void>
}

const entryPattern = /\/assets\/index-[\w-]{8}\.js/

export async function startFront(target: number): Promise<Front> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const other = (path: string) => path.replace(/-[\w-]{8}\.js$/, '-nextnext.js')
  const open = new Set<Socket>()
  let entry = ''
  const front: Front = {
    url,
    state: 'up',
    isNewBuild: false,
    target,
    async entry() {
      const page = await (await fetch(`${url}/login`)).text()
      return entryPattern.exec(page)?.[0] ?? ''
    },
    async close() {
      const closed = new Promise((done) => server.close(done))
      // The live socket, too, which the server no longer counts among its own.
      for (const socket of open) socket.destroy()
      await closed
    },
  }

  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method, url: path = '', headers } = incoming
    const asked = path === other(entry) ? entry : path
    const plain = { ...headers, 'accept-encoding': 'identity' }
    const passed = request(
      { host: '127.0.0.1', port: front.target, method, path: asked, headers: plain },
      async (reply) => {
        const type = reply.headers['content-type'] ?? ''
        if (!/^text\/(html|javascript)/.test(type) || asked.startsWith('/assets/')) {
          answer.writeHead(reply.statusCode ?? 0, reply.rawHeaders)
          return reply.pipe(answer)
        }
        const text = Buffer.concat(await reply.toArray()).toString()
        entry ||= entryPattern.exec(text)?.[0] ?? ''
        const { 'content-length': _, 'transfer-encoding': __, ...kept } = reply.headers
        answer.writeHead(reply.statusCode ?? 0, kept)
        answer.end(front.isNewBuild && entry ? text.replaceAll(entry, other(entry)) : text)
      },
    )
    passed.on('error', () => answer.destroy())
    incoming.pipe(passed)
  }
  const server = createServer((incoming, answer) => {
    if (front.state === 'gone') return answer.destroy()
    if (front.state === 'outage') return answer.writeHead(502, { 'content-type': 'text/html' }).end('Bad gateway')
    pass(incoming, answer)
  })
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.on('upgrade', (incoming, socket, head) => {
    if (front.state !== 'up') return socket.destroy()
    const behind = connect(front.target, '127.0.0.1', () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
      behind.write(`${lines.join('\r\n')}\r\n\r\n`)
      behind.write(head)
      behind.pipe(socket).pipe(behind)
    })
    for (const one of [behind, socket])
      one.on('error', () => {
        behind.destroy()
        socket.destroy()
      })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return front
}
