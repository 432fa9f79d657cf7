import { WebSocket } from 'ws'
import type { CrowdOrder } from './processes.ts'

// Browsers of one side, in a separate process: thousands of sockets need as many files, and messages are received on
// time whatever else is measured.

interface Browser {
  socket: WebSocket | null
  /** Its cursor, and the messages that it received. */
  cursor: string
  readonly heard: Set<string>
}

const TOGETHER = 20
const PATIENCE_MS = 20_000

let order: CrowdOrder | null = null
const browsers: Browser[] = []
let onMessage: ((message: { say?: string; people?: unknown[] }, at: number) => void) | null = null

let hearing: Promise<{ times: Float64Array }> | null = null

interface Asked {
  number: number
  say: string
  order: CrowdOrder
  share: number
  ids: string[]
  texts: string[]
  wanted: { say: string; count: number }
}

process.on('message', (message: Asked) => {
  const act = (): unknown => {
    switch (message.say) {
      case 'open':
        return open(message.order)
      case 'listen':
        hearing = next(message.wanted.say, message.wanted.count)
        return null
      case 'heard':
        return hearing
      case 'send':
        return send(message.texts)
      case 'cut':
        return cut(message.share)
      case 'back':
        return back(message.ids)
      default:
        throw new Error(`The crowd does not know ${message.say}`)
    }
  }
  void Promise.resolve()
    .then(act)
    .then(
      (reply) => process.send?.({ number: message.number, reply }),
      (error: unknown) => process.send?.({ number: message.number, error: String(error) }),
    )
})
process.on('disconnect', () => process.exit(0))

async function open(of: CrowdOrder): Promise<void> {
  order = of
  for (let i = 0; i < of.count; i++) browsers.push({ socket: null, cursor: '', heard: new Set() })
  for (let i = 0; i < of.count; i += TOGETHER)
    await Promise.all(browsers.slice(i, i + TOGETHER).map((browser, n) => connect(browser, i + n)))
}

function connect(browser: Browser, number: number): Promise<void> {
  const { url, origin, cookies } = order as CrowdOrder
  const cookie = cookies[number % cookies.length]
  return new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      ...(cookie === undefined ? {} : { origin, headers: { cookie } }),
    })
    browser.socket = socket
    socket.on('error', reject)
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ say: 'subscribe', topic: 'me', ...(browser.cursor ? { since: browser.cursor } : {}) }),
      ),
    )
    socket.on('message', (data) => {
      const at = performance.timeOrigin + performance.now()
      const message = JSON.parse(String(data)) as { say?: string; cursor?: string; id?: string; people?: unknown[] }
      if (message.cursor !== undefined) browser.cursor = message.cursor
      if (message.say === 'subscribed') return resolve()
      if (message.id !== undefined) browser.heard.add(message.id)
      onMessage?.(message, at)
    })
  })
}

/** When this many messages of a kind were received, by the clock of the machine; for presence each person counts. */
async function next(say: string, count: number): Promise<{ times: Float64Array }> {
  const times: number[] = []
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS)
    onMessage = (message, at) => {
      // The bare loop sends ids without details.
      if ((message.say ?? 'changed') !== say) return
      for (let n = message.people?.length ?? 1; n > 0; n--) times.push(at)
      if (times.length < count) return
      clearTimeout(timer)
      resolve()
    }
  })
  onMessage = null
  return { times: Float64Array.from(times) }
}

/** The nth browser sends the nth text; with fewer texts the rest send nothing. */
function send(texts: readonly string[]): void {
  for (const [i, text] of texts.entries()) if (text !== '') browsers[i]?.socket?.send(text)
}

function cut(share: number): void {
  for (const browser of browsers.slice(0, Math.floor(browsers.length * share))) browser.socket?.terminate()
}

/** Reconnects all browsers that are away, and counts, over all browsers, the messages that did not arrive. */
async function back(ids: readonly string[]): Promise<{ lost: number; seconds: number }> {
  const began = performance.now()
  const away = browsers.flatMap((browser, number) =>
    browser.socket?.readyState === WebSocket.OPEN ? [] : [{ browser, number }],
  )
  for (let i = 0; i < away.length; i += TOGETHER)
    await Promise.all(away.slice(i, i + TOGETHER).map(({ browser, number }) => connect(browser, number)))
  const seconds = (performance.now() - began) / 1000
  const missing = () =>
    browsers.reduce((sum, { heard }) => sum + ids.reduce((missed, id) => missed + (heard.has(id) ? 0 : 1), 0), 0)
  for (const end = performance.now() + PATIENCE_MS; missing() > 0 && performance.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 200))
  return { lost: missing(), seconds }
}
