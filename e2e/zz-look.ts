import { mkdirSync } from 'node:fs'
import { api } from '@learnt/contract'
import { launchBrowser } from './browser.ts'
import { callerOf } from './given/calls.ts'
import { enterAs, settled } from './given/door.ts'
const [, , url = '', out = ''] = process.argv
mkdirSync(out, { recursive: true })
const browser = await launchBrowser()
const pages: [string, string][] = [
  ['people', '/apps/admin/users'], ['courses', '/apps/admin/courses'], ['mine', '/apps/courses/mycourses'],
  ['reports', '/apps/admin/reporting'], ['aggregate', '/apps/admin/course-aggregate-reporting'], ['profile', '/apps/profile'],
  ['home', '/apps/homepage/myhomepage'],
]
for (const [size, view] of [['desktop', { width: 1280, height: 800 }], ['phone', { width: 390, height: 844 }]] as const)
  for (const scheme of ['light', 'dark'] as const)
    for (const language of ['en', 'ar'] as const) {
      
      const caller = await callerOf(url, 'admin@learnt.example')
      const { me } = await caller.call(api.session.start)
      if (me) await caller.call(api.session.preferences, { body: { ...me.preferences, colorScheme: 'system', locale: language } })
      const context = await browser.newContext({ baseURL: url, viewport: view, colorScheme: scheme, locale: language === 'en' ? 'en-GB' : 'ar', timezoneId: 'UTC', reducedMotion: 'reduce', ...(size === 'phone' ? { hasTouch: true, isMobile: true } : {}) })
      const page = await context.newPage()
      page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') console.log(size, scheme, language, page.url(), m.text()) })
      page.on('pageerror', (e) => console.log('ERR', page.url(), e.message))
      await enterAs(page, caller)
      for (const [name, path] of pages) {
        try { await page.goto(path); await settled(page) } catch (e) { console.log(name, (e as Error).message.split('\n')[0]) }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (wide > 0) console.log(name, size, language, 'wide', wide)
        await page.screenshot({ path: `${out}/${name}-${size}-${scheme}-${language}.png`, animations: 'disabled', caret: 'hide' })
      }
      await context.close()
    }
await browser.close()
