import { mkdirSync, writeFileSync, rmSync } from 'node:fs'
import { api } from '@learnt/contract'
import { launchBrowser } from './browser.ts'
import { signInByApi } from './given/calls.ts'
import { enterAs, settled } from './given/door.ts'
const [, , url = '', out = '', account = 'learner@learnt.example', size = 'desktop', rate = '4', scheme = 'light', language = 'en'] = process.argv
rmSync(out, { recursive: true, force: true }); mkdirSync(out, { recursive: true })
const browser = await launchBrowser()
const caller = await signInByApi(url, account)
const { me } = await caller.call(api.session.start)
if (me) await caller.call(api.session.preferences, { body: { ...me.preferences, colorScheme: 'system', locale: language as 'en' } })
const view = size === 'desktop' ? { width: 1280, height: 800 } : { width: 390, height: 844 }
const context = await browser.newContext({ baseURL: url, viewport: view, colorScheme: scheme as 'light', locale: language === 'en' ? 'en-GB' : 'ar', timezoneId: 'UTC', ...(size === 'phone' ? { hasTouch: true, isMobile: true } : {}) })
const page = await context.newPage()
page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') console.log(page.url(), m.text()) })
await enterAs(page, caller)
await page.goto('/'); await settled(page)
for (let i = 0; i < 60 && !(await page.evaluate(() => localStorage.getItem('learnt.picture'))); i++) await page.waitForTimeout(100)
console.log('kept', (await page.evaluate(() => localStorage.getItem('learnt.picture')?.length)), page.url())
await page.screenshot({ path: `${out}/zz-first.png` })
const next = await context.newPage()
await page.close()
const cdp = await context.newCDPSession(next)
await cdp.send('Emulation.setCPUThrottlingRate', { rate: Number(rate) })
await cdp.send('Page.enable')
let n = 0
const t0 = Date.now()
cdp.on('Page.screencastFrame', (f) => {
  writeFileSync(`${out}/${String(n++).padStart(3, '0')}-${String(Date.now() - t0).padStart(5, '0')}.png`, Buffer.from(f.data, 'base64'))
  void cdp.send('Page.screencastFrameAck', { sessionId: f.sessionId })
})
await next.addInitScript(() => {
  const w = globalThis as any; w.log = []
  let was = ''
  const tick = () => {
    const p = !!document.getElementById('picture'), h = !!document.querySelector('#root h1'), b = !!document.querySelector('#root [aria-busy="true"]'), r = !!document.querySelector('#required,[aria-labelledby="required"]'), s = !!document.getElementById('splash')
    const now = `picture=${p} h1=${h} busy=${b} required=${r} splash=${s}`
    if (now !== was) { w.log.push(`${Math.round(performance.now())} ${now}`); was = now }
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
  new PerformanceObserver((l) => { for (const e of l.getEntries() as any[]) w.log.push(`shift ${Math.round(e.startTime)} ${e.value.toFixed(4)} ${e.sources?.map((x: any) => x.node?.nodeName + '.' + x.node?.className + JSON.stringify(x.previousRect) + JSON.stringify(x.currentRect)).join('|').slice(0, 300)}`) }).observe({ type: 'layout-shift', buffered: true })
})
await cdp.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
await next.goto('/', { waitUntil: 'commit' })
await next.waitForTimeout(6000)
await cdp.send('Page.stopScreencast')
console.log((await next.evaluate(() => (globalThis as any).log)).join('\n'))
console.log(n, 'frames')
await next.screenshot({ path: `${out}/zz-last.png` })
await browser.close()
