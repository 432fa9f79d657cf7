import { expect, test } from 'vitest'
import { deviceOf } from './given/devices.ts'
import { settled } from './given/door.ts'
import { givenDevice } from './given/preferences.ts'

const home = '/apps/homepage/myhomepage'

test('theme and layout are chosen in the drawer and stored with the account, and the theme ends at sign-out', async () => {
  const { page } = await givenDevice()
  await page.goto(home)
  await settled(page)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Theme settings' }).click()
  const drawer = page.getByRole('dialog', { name: 'Theme settings' })
  expect((await drawer.boundingBox())?.width).toBe(380)
  await drawer.getByRole('group', { name: 'Main theme' }).getByRole('button', { name: 'Sunset' }).click()
  await drawer.getByRole('group', { name: 'Footer' }).getByRole('button', { name: 'Deep ocean' }).click()
  await drawer.getByRole('region', { name: 'Footer' }).getByRole('switch', { name: 'Shown' }).click()
  await drawer.getByRole('group', { name: 'Layout' }).getByRole('button', { name: 'Across' }).click()
  // the team's own colours of bar and toolbar stay
  expect(
    await drawer.getByRole('group', { name: 'Navigation' }).getByRole('button', { name: 'Sunset' }).isDisabled(),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').waitFor()
  await page.waitForLoadState('networkidle')
  await page.reload()
  await settled(page)
  await page.getByRole('contentinfo').waitFor()
  expect(await page.locator('nav [data-top]').count()).toBeGreaterThan(1)
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('footer') as Element).backgroundColor)).toBe(
    'rgb(36, 16, 72)',
  )
  const kept = await page.evaluate(async () => (await (await fetch('/api/start')).json()).me.preferences)
  expect(kept).toMatchObject({ theme: 'sunset', barThemes: { footer: 'deepOcean' }, layout: { style: 'layout2' } })
})

test('search finds pages, actions, courses and people with the keyboard only', async () => {
  const { page } = await deviceOf('admin@learnt.example')
  await page.goto(home)
  await settled(page)
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search for an app or page' })
  await box.fill('zzzzzz')
  await page.getByText('No results..').first().waitFor()
  await box.fill('fire safety at work')
  await page
    .getByRole('option', { name: /Fire safety at work.*Course/ })
    .first()
    .waitFor()
  expect(await page.getByRole('option').count()).toBeLessThanOrEqual(10)
  await box.fill('wanjiru')
  await page
    .getByRole('option', { name: /Wanjiru/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/apps/admin/users/**')
  await page.keyboard.press('Control+k')
  await box.fill('keyboard short')
  await page.getByRole('option', { name: /Keyboard shortcuts/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  // a learner finds no people
  const learner = await deviceOf('learner@learnt.example')
  await learner.page.goto(home)
  await settled(learner.page)
  await learner.page.keyboard.press('Control+k')
  await learner.page.getByRole('combobox').fill('wanjiru')
  await learner.page.getByText('No results..').first().waitFor()
})
