import type { Learnt } from '../learnt.ts'
import { deviceOf } from './devices.ts'
import { hearCalls } from './heard-calls.ts'

/**
 * A course with a page and a package of five slides and a question, made like those of made-packages, on a device of
 * its own.
 */
async function openPackage(learnt: Learnt, account: string, title: string, button: 'Start' | 'Continue') {
  const { page, context } = await deviceOf(account, { url: learnt.url })
  const heard = await hearCalls(context)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/apps/courses/mycourses')
  await page.getByRole('link', { name: title }).click()
  // The page is complete when it has been read; then the course opens at its next step.
  if (button === 'Start') {
    await page.getByRole('link', { name: 'Start the course' }).click()
    await page.getByText('Step done').waitFor({ state: 'attached' })
  }
  await page
    .getByRole('link', { name: /The package/ })
    .first()
    .click()
  await page.getByRole('button', { name: button }).click()
  const frame = page.locator('iframe[title^="Player:"]')
  const content = page.frameLocator('iframe[title^="Player:"]').frameLocator('iframe')
  await content.getByRole('heading', { level: 1 }).waitFor()
  const source = await frame.getAttribute('src')
  if (!source?.includes(learnt.contentUrl)) throw new Error(`The player comes from ${source}`)
  const press = (name: string) => content.getByRole('button', { name, exact: true }).click()
  const slide = (number: number) => content.getByRole('heading', { level: 1, name: `Slide ${number}` }).waitFor()
  return { page, content, press, slide, heard }
}

/** Begins the course and leaves the package at its third slide; returns the package's calls. */
export async function beginCourse(learnt: Learnt, account: string, title: string): Promise<string[]> {
  const { page, press, slide, heard } = await openPackage(learnt, account, title, 'Start')
  for (let number = 1; number <= 2; number++) {
    await slide(number)
    await press('Next')
  }
  await slide(3)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  return heard
}

/** Continues at the third slide, on another device, to the end. */
export async function finishCourse(learnt: Learnt, account: string, title: string): Promise<string[]> {
  const { page, content, press, slide, heard } = await openPackage(learnt, account, title, 'Continue')
  for (let number = 3; number <= 5; number++) {
    await slide(number)
    await press('Next')
  }
  await content.getByRole('radio', { name: 'Four' }).check()
  await press('Check answer')
  await press('Next')
  await press('Finish and leave')
  await page.getByRole('button', { name: 'Review' }).waitFor()
  return heard
}
