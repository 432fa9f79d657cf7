import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { findBrowser, launchBrowser } from './browser.ts'

afterEach(() => vi.unstubAllEnvs())

async function serve(): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url === '/open') response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'text/html').end('<h1>Here</h1>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Tests of the content origin prove something only in a browser that separates origins. */
async function expectWalls(browser: Browser): Promise<void> {
  const [own, other] = [await serve(), await serve()]
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${own}/`)
  const read = (path: string) =>
    page.evaluate(
      (url) =>
        fetch(url).then(
          (answer) => answer.text(),
          () => 'refused',
        ),
      `http://127.0.0.1:${other}${path}`,
    )
  expect(await read('/open')).toContain('Here')
  expect(await read('/closed')).toBe('refused')
  const framed = await page.evaluate(async (url) => {
    const frame = Object.assign(document.createElement('iframe'), { src: url })
    const loaded = new Promise((done) => frame.addEventListener('load', done))
    document.body.append(frame)
    await loaded
    return frame.contentDocument === null ? 'closed' : 'open'
  }, `http://127.0.0.1:${other}/`)
  expect(framed).toBe('closed')
  await page.context().close()
  expect(browser.isConnected()).toBe(true)
}

test('the browser of the tests keeps origins apart', async () => {
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  await expectWalls(browser)
})

test('names a program that does not exist', () => {
  vi.stubEnv('CHROMIUM_PATH', '/no/such/chromium')
  expect(findBrowser).toThrow(/CHROMIUM_PATH names \/no\/such\/chromium/)
})

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the packaged browser comes before an installed one',
  () => {
    vi.stubEnv('CHROMIUM_PATH', '')
    expect(findBrowser()).toMatchObject({ kind: 'packaged' })
  },
)
