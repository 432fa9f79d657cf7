import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accounts, type Device, deviceOf } from './devices.ts'

export const cannotBeReached = (page: Page) => page.getByRole('heading', { level: 1, name: /^.+ cannot be reached$/ })

/** A person on the homepage whose browser has the service worker and the offline page. */
export async function watchedOver(url: string, account: string = accounts.learner): Promise<Device> {
  const device = await deviceOf(account, { url, serviceWorkers: 'allow' })
  await device.page.goto('/apps/homepage/myhomepage')
  await device.page.getByRole('heading', { level: 1 }).waitFor()
  await kept(device.page)
  // the worker is of the same build as the page
  expect(await device.page.getByText('A new version is available').count()).toBe(0)
  return device
}

/** Waits for the worker and its caches. */
export async function kept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const pages = await (await caches.open('learnt-pages')).keys()
        return navigator.serviceWorker.controller !== null && pages.length === 1
      }),
    )
    .toBe(true)
}
