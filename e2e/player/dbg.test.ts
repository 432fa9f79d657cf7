import { test } from 'vitest'
import { writeFile } from 'node:fs/promises'
import { made12 } from './made-packages.ts'
import { launchBrowser } from '/work/main/e2e/browser.ts'
import { openPackage, packageFrame, startHarness } from '/work/main/e2e/player/harness.ts'
test('x', async () => {
  const browser = await launchBrowser(); const harness = await startHarness()
  await writeFile('/tmp/D/made.zip', made12())
  const id = await harness.addPackage('/tmp/D/made.zip')
  for (const mode of ['unload','pagehide','beforeunload','unload-slow']) {
  const ctx = await browser.newContext()
  const page = await ctx.newPage()
  page.on('console', m => console.log('console', m.text().slice(0,300)))
  await openPackage(page, harness, `package=${id}&attempt=${mode}`)
  const frame = await packageFrame(page)
  await frame.waitForFunction(() => 'said' in window)
  await frame.evaluate((mode) => { const w = window as any; w.onunload = null; if (mode === 'pagehide') w.addEventListener('pagehide', () => w.said.goodbye()); else if (mode === 'beforeunload') w.addEventListener('beforeunload', () => w.said.goodbye()); else w.addEventListener('unload', () => w.said.goodbye()); w.said.api.SetValue('cmi.core.lesson_location', 'x') }, mode)
  if (mode === 'unload-slow') await page.waitForTimeout(1500)
  console.log(mode, await frame.evaluate(() => [(document as any).featurePolicy?.allowsFeature('unload'), (document as any).permissionsPolicy?.allowsFeature?.('unload')]))
  await page.close({ runBeforeUnload: true })
  await new Promise(r => setTimeout(r, 2000))
  const a = harness.attempts.get(mode)!
  console.log(mode, a.commits.map(c => [c.seq, c.end, c.snapshot ? 'full' : 'delta', c.calls.map(x => x.fn).join(',')]))
  await ctx.close()
  }
  await browser.close(); await harness.close()
}, 100000)
