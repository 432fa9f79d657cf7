import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** A headless browser for drawing: pictures and printed pages. Only authoring uses it, the server never does. */
export interface Chromium {
  /** Screenshot of the page, clear where nothing is drawn; `scale` multiplies the pixels. */
  picture(html: string, size: { width: number; height: number; scale: number }): Promise<Buffer>
  /** Frames of one page: `show` replaces the body and answers a JPEG of it. */
  film(head: string, size: { width: number; height: number; scale: number }): Promise<(body: string) => Promise<Buffer>>
  /** A4 portrait. */
  print(html: string): Promise<Buffer>
  close(): Promise<void>
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export async function openChromium(): Promise<Chromium> {
  const program = process.env.CHROMIUM_PATH ?? places.find(existsSync)
  if (!program) throw new Error('No Chromium found: set CHROMIUM_PATH')
  const profile = await mkdtemp(join(tmpdir(), 'draw-'))
  const child = spawn(
    program,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  const [port] = (await readWhenThere(join(profile, 'DevToolsActivePort'))).split('\n')
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    type: string
    webSocketDebuggerUrl: string
  }[]
  const target = targets.find((t) => t.type === 'page')
  if (!target) throw new Error('Chromium shows no page')
  const socket = new WebSocket(target.webSocketDebuggerUrl, { maxPayload: 64 * 1024 * 1024 })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))

  let lastId = 0
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  socket.on('message', (data) => {
    const reply = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: { message: string } }
    const waiter = reply.id === undefined ? undefined : waiting.get(reply.id)
    if (reply.id === undefined || !waiter) return
    waiting.delete(reply.id)
    if (reply.error) waiter.reject(new Error(reply.error.message))
    else waiter.resolve(reply.result)
  })
  function call<T>(method: string, params: object = {}): Promise<T> {
    const id = ++lastId
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve, reject) => waiting.set(id, { resolve: resolve as (value: unknown) => void, reject }))
  }

  async function load(html: string, size?: { width: number; height: number; scale: number }): Promise<void> {
    if (size) {
      const { width, height, scale } = size
      await call('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false })
    }
    const { frameTree } = await call<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree')
    await call('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
    await call('Runtime.evaluate', {
      expression:
        'document.fonts.ready.then(() => Promise.all([...document.images].map(i => i.decode().catch(() => 0)))).then(() => 1)',
      awaitPromise: true,
    })
  }

  return {
    async picture(html, size) {
      await load(html, size)
      await call('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } })
      const shot = await call<{ data: string }>('Page.captureScreenshot', { format: 'png' })
      return Buffer.from(shot.data, 'base64')
    },
    async film(head, size) {
      await load(`<!doctype html><html><head>${head}</head><body></body></html>`, size)
      return async (body) => {
        await call('Runtime.evaluate', { expression: `document.body.innerHTML = ${JSON.stringify(body)}` })
        const shot = await call<{ data: string }>('Page.captureScreenshot', { format: 'jpeg', quality: 98 })
        return Buffer.from(shot.data, 'base64')
      }
    },
    async print(html) {
      await load(html)
      const printed = await call<{ data: string }>('Page.printToPDF', {
        printBackground: true,
        preferCSSPageSize: true,
        generateTaggedPDF: true,
      })
      return Buffer.from(printed.data, 'base64')
    },
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      await call('Browser.close').catch(() => child.kill())
      socket.close()
      await gone
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function readWhenThere(path: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (text.includes('\n')) return text
    await delay(50)
  }
  throw new Error(`Chromium did not start: ${path} never appeared`)
}
