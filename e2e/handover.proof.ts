import { test } from 'vitest'
import { newDevice, signIn } from './given/devices.ts'
import { givenTwoHosts } from './given/two-hosts.ts'

const home = /\/apps\/homepage\/myhomepage$/

test('the menus lead there too: other teams of the person, and the settings of a team that they look after', async () => {
  const { near, far, person } = await givenTwoHosts()
  const { page } = await newDevice({ url: near.url })
  await page.goto('/login')
  await signIn(page, person.account)
  await page.waitForURL(/\/(teams|apps\/homepage\/myhomepage)$/, { waitUntil: 'commit' })
  await page.goto('/apps/homepage/myhomepage')
  await page
    .getByRole('button', { name: /^(Account|Open the menu).*|Robin/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: far.name }).click()
  await page.waitForURL((address) => address.origin === far.url && home.test(address.pathname))
  // There the person is an administrator.
  await page.getByRole('button', { name: 'Organisation', exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`Organisation settings.*${far.name}`) }).click()
  await page.waitForURL(`${far.url}/apps/admin/settings/theme`)
})
