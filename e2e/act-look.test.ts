import { api } from '@learnt/contract'
import { test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, asAdmin, deviceOf, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'

test('looks', async () => {
  const shots = '/tmp/act-shots'
  const say = (...words: unknown[]) => console.log(...words)
  const admin = await callerOf(learntUrl(), accounts.admin)
  const list = await admin.call(api.courses.list, { query: { search: 'Extinguishers' } })
  const courseId = list.items[0]?.id as string
  const course = await admin.call(api.courses.get, { params: { courseId } })
  const step = course.content.sections[0]?.activities[1]?.id
  const desk = await asAdmin()
  const shoot = async (page: typeof desk.page, name: string) => {
    await page.waitForTimeout(700)
    await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
    say(name, await violationsOf(page), await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  }
  await desk.page.goto(`/apps/admin/courses/${courseId}?item=${step}`)
  await desk.page.getByText('Which extinguisher?').first().waitFor()
  await shoot(desk.page, 'editor')
  await desk.page.goto(`/apps/admin/courses/${courseId}/preview?activity=${step}`)
  await shoot(desk.page, 'preview')
  const forms = await admin.call(api.forms.list, { query: { search: 'Fire safety' } })
  await desk.page.goto(`/apps/admin/form/${forms.items[0]?.id}?tab=answers`)
  await desk.page.getByText('Extra time').first().waitFor()
  await shoot(desk.page, 'extra')

  for (const [name, options] of [
    ['phone-dark', { viewport: phone, hasTouch: true, colorScheme: 'dark' as const }],
    ['desk', {}],
  ] as const) {
    const { page } = await deviceOf(accounts.learner, options)
    await page.goto(`/apps/course/${courseId}?activity=${step}`)
    await page.waitForTimeout(2500)
    await shoot(page, `player-${name}`)
    const start = page.getByRole('button', { name: /^(Start|Try again|Continue)$/ })
    if (await start.count()) {
      await start.first().click()
      await page.getByRole('button', { name: 'Submit' }).waitFor()
      await shoot(page, `fill-${name}`)
    }
    await page.goto('/apps/myresults/forms')
    await shoot(page, `results-${name}`)
  }
  const manager = await callerOf(learntUrl(), accounts.manager)
  const made = await manager.call(api.forms.manager.create, { body: { title: 'Team pulse', kind: 'survey' } })
  const device = await deviceOf(accounts.manager, {})
  const { page } = device
  await page.goto(`/apps/manager/form/${made.id}?tab=people`)
  await page.getByRole('button', { name: 'New rule' }).click()
  await shoot(page, 'manager-rule')
  await page.getByRole('button', { name: 'Create the rule' }).click()
  await page.waitForTimeout(1000)
  await shoot(page, 'manager-access')
  const small = await deviceOf(accounts.manager, { viewport: phone, hasTouch: true, colorScheme: 'dark' as const })
  await small.page.goto(`/apps/manager/form/${made.id}?tab=people`)
  await small.page.waitForTimeout(1500)
  await shoot(small.page, 'manager-access-phone')
  say('troubles', device.troubles, small.troubles, desk.troubles)
})
