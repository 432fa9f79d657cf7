import { connect, type Socket } from 'node:net'
import type { LoadRequest, RunAnswer, RunOrder } from './processes.ts'

// Sends requests over plain sockets, because the time of a client library would be taken from the server on the same
// machine.

interface Prepared {
  readonly of: LoadRequest
  readonly head: string
  sent: number
}

const prepared = new Map<string, Prepared[]>()

process.on('message', (message: { say: string; name: string; requests: LoadRequest[]; order: RunOrder }) => {
  void answer(message).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})

async function answer(message: { say: string; name: string; requests: LoadRequest[]; order: RunOrder }) {
  if (message.say === 'run') return run(message.order)
  prepared.set(
    message.name,
    message.requests.map((of) => ({ of, head: headOf(of), sent: 0 })),
  )
  return {}
}

async function run(order: RunOrder): Promise<RunAnswer> {
  const requests = prepared.get(order.name)
  if (!requests?.[0]) throw new Error(`No requests ${order.name}`)
  const { host, port } = requests[0].of
  const lines = await Promise.all(Array.from({ length: order.clients }, () => Line.open(host, port)))
  const latencies: number[] = []
  const started = performance.now()
  const end = started + order.seconds * 1000
  let next = 0
  let bytes = 0
  await Promise.all(
    lines.map(async (line) => {
      for (;;) {
        const number = next++
        // With a rate, the time that a request waits for a free client counts as part of its response time.
        const due = order.rate === undefined ? performance.now() : started + (number * 1000) / order.rate
        if (due >= end) return
        if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
        const request = requests[number % requests.length] as Prepared
        bytes += await line.send(textOf(request))
        latencies.push(performance.now() - due)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  for (const line of lines) line.close()
  return { requests: latencies.length, seconds, latencies: Float64Array.from(latencies).sort(), bytes }
}

function headOf(of: LoadRequest): string {
  const headers = Object.entries(of.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${of.method} ${of.path} HTTP/1.1\r\nhost: ${of.headers.host ?? `${of.host}:${of.port}`}\r\n${headers.join('')}`
}

function textOf(request: Prepared): string {
  request.sent++
  if (request.of.body === undefined) return `${request.head}\r\n`
  const body = request.of.body.replaceAll('%n%', String(request.sent))
  return `${request.head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** One kept-alive connection, one request at a time. */
class Line {
  readonly #socket: Socket
  #parts: Buffer[] = []
  #resolve: ((bytes: number) => void) | null = null
  #reject: ((error: Error) => void) | null = null
  #wanted = -1
  #have = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#reject?.(error))
    socket.on('close', () => this.#reject?.(new Error('The server closed the connection')))
  }

  static open(host: string, port: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true })
      socket.once('connect', () => resolve(new Line(socket)))
      socket.once('error', reject)
    })
  }

  send(text: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#parts = []
      this.#wanted = -1
      this.#have = 0
      this.#socket.write(text)
    })
  }

  close(): void {
    this.#reject = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#parts.push(chunk)
    this.#have += chunk.length
    if (this.#wanted === -1) {
      const all = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts)
      const bodyAt = all.indexOf('\r\n\r\n')
      if (bodyAt < 0) return
      const head = all.toString('latin1', 0, bodyAt)
      const length = /\r\ncontent-length: (\d+)/i.exec(head)
      if (length) this.#wanted = bodyAt + 4 + Number(length[1])
      else if (/\r\ntransfer-encoding: chunked/i.test(head)) this.#wanted = -2
      else this.#wanted = bodyAt + 4
    }
    const isWhole =
      this.#wanted === -2
        ? Buffer.concat(this.#parts.slice(-2)).subarray(-7).toString('latin1').endsWith('\r\n0\r\n\r\n')
        : this.#have >= this.#wanted
    if (!isWhole) return
    const first = this.#parts[0]?.toString('latin1', 9, 12) ?? ''
    if (!first.startsWith('2')) {
      // A refusal is cheaper than the work, so it ends the measurement.
      this.#reject?.(new Error(Buffer.concat(this.#parts).toString('utf8').slice(0, 2000)))
      return
    }
    this.#resolve?.(this.#have)
  }
}
