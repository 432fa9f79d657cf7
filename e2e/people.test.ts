import { expect, test } from 'vitest'
import { password } from './given/calls.ts'
import { accounts, asAdmin, newDevice, signIn } from './given/devices.ts'
import { givenPerson, unique } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

test('an administrator adds a person: errors at the fields, then an account that signs in', async () => {
  const { page } = await asAdmin()
  await page.goto('/apps/admin/users')
  await page.getByRole('link', { name: 'Add user' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add user' }).waitFor()
  const [lastName, email] = [unique('Newcomer'), `${unique('newcomer')}@learnt.example`]
  const add = page.getByRole('button', { name: 'Add user' })
  const field = (name: string) => page.getByRole('textbox', { name })
  await field('First name').fill('.')
  await field('Email').fill('not an address')
  await add.click()
  const complaintOf = async (name: string) => {
    const note = await field(name).getAttribute('aria-describedby')
    return page.locator(`[id="${note}"]`).textContent()
  }
  expect(await complaintOf('First name')).toBe('Enter a name')
  expect(await complaintOf('Email')).toBe('Please enter a valid email')
  expect(new URL(page.url()).pathname).toBe('/apps/admin/users/new')

  await field('First name').fill('Nia')
  await field('Last name').fill(lastName)
  await field('Email').fill(accounts.learner)
  await page.getByLabel('First password').fill(password)
  await page.getByLabel('Position', { exact: true }).fill('Lighthouse keeper')
  await page.keyboard.press('Enter')
  await add.click()
  // a person of this team has that address already
  await expect.poll(() => complaintOf('Email')).toBe('The email has been already registered.')
  await field('Email').fill(email)
  await add.click()
  await page.getByText(`Nia ${lastName} was added`).waitFor()
  await page.getByRole('heading', { level: 1, name: `Nia ${lastName}` }).waitFor()

  const device = await newDevice()
  await signIn(device.page, email)
  await device.page.waitForURL(home, { waitUntil: 'commit' })
  await device.page.getByRole('heading', { level: 1, name: 'Hello, Nia' }).waitFor()
})

test('an administrator writes to two people, merges a duplicate and undoes it, and reads tabs on a phone', async () => {
  const { page } = await asAdmin()
  const family = unique('Doppel')
  const phone = `+49 30 ${String(Date.now()).slice(-7)}`
  for (const firstName of ['Berta', 'Bertha']) {
    const email = `${unique(firstName.toLowerCase())}@learnt.example`
    await givenPerson({ firstName, lastName: family, email, phone })
  }

  await page.goto(`/apps/admin/users?search=${family}&gap=duplicate`)
  await page.getByRole('checkbox', { name: new RegExp(`Berta ${family}`) }).check()
  await page.getByRole('checkbox', { name: new RegExp(`Bertha ${family}`) }).check()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Write an email' }).click()
  const mail = page.getByRole('dialog', { name: 'Write to these people' })
  await mail.getByRole('button', { name: 'Preview' }).click()
  await mail.getByRole('textbox', { name: 'Subject' }).fill(`Hello ${family}`)
  await mail.getByRole('textbox', { name: 'Text' }).fill('See you on Monday.')
  await mail.getByRole('button', { name: 'Preview' }).click()
  await mail.getByText('2 people get this email.').waitFor()
  await mail.getByRole('button', { name: 'Send' }).click()
  await mail.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: `Berta ${family}` }).click()
  await page.getByRole('heading', { level: 1, name: `Berta ${family}` }).waitFor()
  await page.getByRole('button', { name: `Merge with Bertha ${family}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two records of one person' })
  await dialog.getByRole('radiogroup', { name: 'First name' }).getByRole('radio', { name: 'Bertha' }).check()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText(`merged into`).first().waitFor()
  await page.getByRole('heading', { level: 1, name: `Bertha ${family}` }).waitFor()
  await page.getByRole('button', { name: 'Undo the merge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the merge' }).click()
  await page.getByText('The merge was undone.').waitFor()
  await page.getByRole('heading', { level: 1, name: `Berta ${family}` }).waitFor()

  for (const [tab, words] of [
    ['Learning', 'Assigned'],
    ['Why assigned', 'Course, pathway or other content'],
    ['Certificates and badges', 'No certificates yet'],
    ['Points', 'No entries'],
    ['Sessions', 'Not signed in anywhere'],
    ['Mails and notices', `Hello ${family}`],
    ['History', 'Merge undone'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel').getByText(words).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  expect(new URL(page.url()).searchParams.get('tab')).toBe('history')
})
