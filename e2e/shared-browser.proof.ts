import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { signInByApi } from './given/calls.ts'
import { givenUpload } from './given/courses.ts'
import { accounts, newDevice } from './given/devices.ts'
import { enterAs } from './given/door.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson } from './given/people.ts'

test('nobody else gets a person’s pages out of the browser’s cache after they have signed out', async () => {
  const admin = await signInByApi(learntUrl(), accounts.admin)
  const { page } = await newDevice()
  await enterAs(page, admin)
  const uploadId = await givenUpload(admin, 'guide.pdf', Buffer.from('%PDF-1.7\n%%EOF\n'))
  const { id } = await admin.call(api.files.adopt, { body: { uploadId, purpose: 'document' } })
  await page.goto('/apps/homepage/myhomepage')
  const address = await page.evaluate(
    async (file) => (await (await fetch(`/api/files/${file}`)).json()).url as string,
    id,
  )
  const get = (cache: RequestCache) =>
    page.evaluate(
      async ([url, how]) => {
        const answer = await fetch(url, { cache: how, mode: 'same-origin' })
        await answer.arrayBuffer()
        return answer.status
      },
      [address, cache] as const,
    )
  expect(await get('default')).toBe(200)
  // It is kept, so that later requests are not refused because it is missing.
  await expect.poll(() => get('only-if-cached').catch(() => 0)).toBe(200)

  await page.goto('/logout')
  await page.waitForURL(/\/login/)
  expect(await get('default')).toBe(401)
  const other = await givenPerson()
  await enterAs(page, await signInByApi(learntUrl(), other.account))
  await page.goto('/apps/homepage/myhomepage')
  const asked = page.waitForResponse((answer) => answer.url().includes(address))
  expect(await get('default')).toBe(404)
  expect((await asked).fromServiceWorker()).toBe(false)
})
